import { Smile } from "lucide-react";
import type { RefObject } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Popover } from "#web/design/overlay/Popover.tsx";
import { EmojiPicker } from "#web/features/emoji/EmojiPicker.tsx";
import { emojiTexts } from "#web/features/emoji/texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { insertText, readField } from "./edit-field.ts";

interface EmojiButtonProps {
  field: RefObject<HTMLTextAreaElement | null>;
  isDisabled: boolean;
}

/** The picked emoji goes to where the caret is. */
export function EmojiButton({ field, isDisabled }: EmojiButtonProps) {
  return (
    <Popover
      label={t(emojiTexts.picker)}
      side="top"
      align="start"
      renderContent={(close) => (
        <EmojiPicker
          takesCustom
          onPick={(emoji) => {
            close();
            if (field.current) insertEmoji(field.current, emoji);
          }}
        />
      )}
    >
      {(button) => (
        <IconButton {...button} label={t(emojiTexts.picker)} disabled={isDisabled}>
          <Smile aria-hidden="true" />
        </IconButton>
      )}
    </Popover>
  );
}

/** Within a word a code would be text. */
function insertEmoji(field: HTMLTextAreaElement, emoji: string): void {
  const { text, start } = readField(field);
  const isInWord = emoji.startsWith(":") && text.slice(0, start).trimEnd().length === start;
  insertText(field, isInWord && start > 0 ? ` ${emoji}` : emoji);
}
