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
import { t } from "#web/lib/language/i18n.ts";
import { editField, keepFocus, readField } from "./edit-field.ts";
import { formats, formatText, type Format } from "./format-text.ts";
import { writingTexts } from "./texts.ts";

const icons: Record<Format, LucideIcon> = {
  bold: Bold,
  italic: Italic,
  strike: Strikethrough,
  link: Link,
  code: Code,
  codeBlock: SquareCode,
  list: List,
};

interface FormatButtonsProps {
  field: RefObject<HTMLTextAreaElement | null>;
  isDisabled?: boolean;
}

/** Each marks what is selected, as Markdown does it. */
export function FormatButtons({ field, isDisabled = false }: FormatButtonsProps) {
  return formats.map((format) => {
    const Icon = icons[format];
    return (
      <IconButton
        key={format}
        label={t(writingTexts[format])}
        disabled={isDisabled}
        onMouseDown={keepFocus}
        onClick={() => {
          if (field.current) editField(field.current, formatText(format, readField(field.current)));
        }}
      >
        <Icon aria-hidden="true" />
      </IconButton>
    );
  });
}
