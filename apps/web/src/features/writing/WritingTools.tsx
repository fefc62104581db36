import { CaseSensitive } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Toolbar } from "#web/design/button/Toolbar.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { keepFocus } from "./edit-field.ts";
import { EmojiButton } from "./EmojiButton.tsx";
import { FormatButtons } from "./FormatButtons.tsx";
import { writingTexts } from "./texts.ts";
import { useFieldHelp } from "./use-field-help.ts";

interface WritingToolsProps {
  field: RefObject<HTMLTextAreaElement | null>;
  isDisabled: boolean;
  /** Set where the formats have no room beside the emoji: one button shows them in a row of their own. */
  folded: { readonly isOpen: boolean; readonly onToggle: () => void } | undefined;
  /** At their start. */
  first?: ReactNode;
  /** At their end. */
  children?: ReactNode;
}

/** Tools under the field. Each of them changes the text alone. */
export function WritingTools({ field, isDisabled, folded, first, children }: WritingToolsProps) {
  useFieldHelp(field);
  return (
    <Toolbar
      label={t(writingTexts.tools)}
      onLeave={() => field.current?.focus()}
      className="animate-appear min-w-0 flex-wrap"
    >
      {first}
      {folded ? (
        <IconButton
          label={t(writingTexts.formatting)}
          aria-pressed={folded.isOpen}
          disabled={isDisabled}
          onMouseDown={keepFocus}
          onClick={folded.onToggle}
        >
          <CaseSensitive aria-hidden="true" />
        </IconButton>
      ) : (
        <FormatButtons field={field} isDisabled={isDisabled} />
      )}
      <span aria-hidden="true" className="mx-1.25 h-4 w-px bg-line" />
      <EmojiButton field={field} isDisabled={isDisabled} />
      {children}
    </Toolbar>
  );
}
