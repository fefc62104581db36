import { Smile } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Popover } from "#web/design/overlay/Popover.tsx";
import { EmojiPicker } from "#web/features/emoji/EmojiPicker.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { statusTexts } from "./status-texts.ts";

interface StatusEmojiProps {
  emoji: string | null;
  onPick: (emoji: string) => void;
}

export function StatusEmoji({ emoji, onPick }: StatusEmojiProps) {
  const label = emoji === null ? t(statusTexts.emoji) : t(statusTexts.emojiNow, { emoji });
  return (
    <Popover
      label={t(statusTexts.emoji)}
      align="start"
      renderContent={(close) => (
        <EmojiPicker
          onPick={(picked) => {
            close();
            onPick(picked);
          }}
        />
      )}
    >
      {(button) => (
        <IconButton {...button} label={label} size="md" className="border border-line">
          {emoji === null ? (
            <Smile aria-hidden="true" />
          ) : (
            <span aria-hidden="true" className="text-lg">
              {emoji}
            </span>
          )}
        </IconButton>
      )}
    </Popover>
  );
}
