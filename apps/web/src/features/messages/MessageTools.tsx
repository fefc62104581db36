import { Bookmark, Ellipsis, MessagesSquare, Pencil } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Menu } from "#web/design/menu/Menu.tsx";
import { QuickReactions } from "#web/features/reactions/QuickReactions.tsx";
import { laterTexts } from "#web/features/saved/later-texts.ts";
import { toggleSaved } from "#web/features/saved/toggle-saved.ts";
import { shortcutLabel } from "#web/lib/actions/shortcut.ts";
import { t } from "#web/lib/language/i18n.ts";
import { editMessage, saveMessage } from "./late-message-actions.ts";
import { LateMessageMenu } from "./late-message-menu.ts";
import type { ListedMessage } from "./message-rows.ts";
import { rightsOn } from "./message-rights.ts";
import { beginEdit } from "./message-edits.ts";
import { openThread } from "./open-thread.ts";
import { useRoom } from "./room-context.ts";
import { messageTexts } from "./texts.ts";
import { toolTexts } from "./tool-texts.ts";

/** Over the upper edge of the message that is pointed at or focused; on touch screens a long press shows them in a sheet. */
export function MessageTools({ message }: { message: ListedMessage }) {
  const room = useRoom();
  const { id: messageId } = message;
  const { isThere, mayReact, mayEdit, maySave, mayOpenThread } = rightsOn(message, room);
  const isSaved = message.personal?.saved !== undefined;
  const showsReactions = mayReact || !room.isIn;
  if (!isThere) return null;
  return (
    <div
      role="toolbar"
      aria-label={t(messageTexts.tools)}
      className="absolute end-2.5 -top-3.75 z-float flex h-8 items-center gap-px rounded-md bg-raised p-0.75 shadow-float coarse:hidden"
    >
      {showsReactions && (
        <QuickReactions roomId={room.roomId} messageId={messageId} canReact={mayReact} />
      )}
      {showsReactions && <span className="mx-0.75 h-4 w-px bg-line-strong" />}
      {mayOpenThread && (
        <IconButton label={t(toolTexts.replyInThread)} onClick={() => openThread(message)}>
          <MessagesSquare aria-hidden="true" />
        </IconButton>
      )}
      {mayEdit && (
        <IconButton
          label={t(toolTexts.edit)}
          shortcut={shortcutLabel(editMessage.shortcut)}
          onClick={() => beginEdit(message)}
        >
          <Pencil aria-hidden="true" />
        </IconButton>
      )}
      {maySave && (
        <IconButton
          label={t(isSaved ? laterTexts.remove : saveMessage.title)}
          shortcut={shortcutLabel(saveMessage.shortcut)}
          aria-pressed={isSaved}
          onClick={() => toggleSaved(room.roomId, message)}
        >
          <Bookmark className={isSaved ? "fill-current" : undefined} aria-hidden="true" />
        </IconButton>
      )}
      <Menu label={t(toolTexts.more)} surface={LateMessageMenu} props={{ message }}>
        {(button) => (
          <IconButton label={t(toolTexts.more)} {...button}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        )}
      </Menu>
    </div>
  );
}
