import type { MessageId, RoomId } from "@colbin/protocol";
import { SmilePlus } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Popover } from "#web/design/overlay/Popover.tsx";
import { EmojiPicker } from "#web/features/emoji/EmojiPicker.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { quickReactions } from "./quick-reactions.ts";
import { reactionTexts } from "./texts.ts";

interface QuickReactionsProps {
  roomId: RoomId;
  messageId: MessageId;
  /** People who are not in the room see them, and are told to join. */
  canReact: boolean;
}

/** Five emoji that are one press away, and all others. */
export function QuickReactions({ roomId, messageId, canReact }: QuickReactionsProps) {
  const react = (emoji: string) => void chat.messages.react(roomId, messageId, emoji);
  const tooltip = canReact ? undefined : t(reactionTexts.joinFirst);
  return (
    <>
      {quickReactions.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-label={t(reactionTexts.with, { emoji })}
          aria-disabled={!canReact}
          data-tooltip={tooltip}
          onClick={() => canReact && react(emoji)}
          className="aria-disabled:opacity-50 grid size-6.5 place-items-center rounded-xs text-md leading-none hover:bg-hover"
        >
          {emoji}
        </button>
      ))}
      {canReact ? (
        <Popover
          label={t(reactionTexts.add)}
          renderContent={(close) => (
            <EmojiPicker
              takesCustom
              onPick={(emoji) => {
                close();
                react(emoji);
              }}
            />
          )}
        >
          {(button) => (
            <IconButton label={t(reactionTexts.add)} {...button}>
              <SmilePlus aria-hidden="true" />
            </IconButton>
          )}
        </Popover>
      ) : (
        <IconButton label={t(reactionTexts.add)} aria-disabled data-tooltip={tooltip}>
          <SmilePlus aria-hidden="true" />
        </IconButton>
      )}
    </>
  );
}
