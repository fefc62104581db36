import {
  Bold,
  Code,
  Italic,
  Link,
  List,
  SquareCode,
  Strikethrough,
  type LucideIcon,
} from "lucide-react";
import type { RefObject } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { ariaShortcut, shortcutLabel } from "#web/lib/actions/shortcut.ts";
import { t } from "#web/lib/language/i18n.ts";
import { keepFocus } from "./edit-field.ts";
import { formatField, formatShortcuts } from "./format-actions.ts";
import type { Format } from "./format-text.ts";
import { writingTexts } from "./texts.ts";

const buttons: readonly (readonly [Format, LucideIcon])[] = [
  ["bold", Bold],
  ["italic", Italic],
  ["strike", Strikethrough],
  ["link", Link],
  ["code", Code],
  ["codeBlock", SquareCode],
  ["list", List],
];

interface FormatButtonsProps {
  field: RefObject<HTMLTextAreaElement | null>;
  isDisabled?: boolean;
}

/** Each marks what is selected, as Markdown does it. */
export function FormatButtons({ field, isDisabled = false }: FormatButtonsProps) {
  return buttons.map(([format, Icon]) => (
    <IconButton
      key={format}
      label={t(writingTexts[format])}
      shortcut={shortcutLabel(formatShortcuts[format])}
      aria-keyshortcuts={ariaShortcut(formatShortcuts[format])}
      disabled={isDisabled}
      onMouseDown={keepFocus}
      onClick={() => {
        if (field.current) formatField(format, field.current);
      }}
    >
      <Icon aria-hidden="true" />
    </IconButton>
  ));
}
