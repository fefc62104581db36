import type { MessageId, RoomId } from "@colbin/protocol";
import {
  Bell,
  Bookmark,
  Clock,
  Copy,
  Forward,
  History,
  Link,
  ListChecks,
  Lock,
  MailOpen,
  MessagesSquare,
  PanelBottomClose,
  Pencil,
  Pin,
  PinOff,
  Quote,
  SmilePlus,
  Trash2,
} from "lucide-react";
import type { MenuEntry } from "#web/design/menu/menu-entry.ts";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { toast } from "#web/design/overlay/toast.ts";
import { decisionTexts } from "#web/features/decisions/decision-texts.ts";
import { pollTexts } from "#web/features/polls/texts.ts";
import { quickReactions } from "#web/features/reactions/quick-reactions.ts";
import { reactionTexts } from "#web/features/reactions/texts.ts";
import { laterTexts } from "#web/features/saved/later-texts.ts";
import { toggleSaved } from "#web/features/saved/toggle-saved.ts";
import { shortcutLabel } from "#web/lib/actions/shortcut.ts";
import { chat } from "#web/lib/api/chat.ts";
import { copyText } from "#web/lib/device/clipboard.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { activeWorkspace, messageLink } from "#web/lib/routing/paths.ts";
import {
  deleteMessage,
  editMessage,
  forwardMessage,
  pinMessage,
  quoteMessage,
  reactToMessage,
  replyInThread,
  saveMessage,
} from "./late-message-actions.ts";
import type { ListedMessage } from "./message-rows.ts";
import { rightsOn } from "./message-rights.ts";
import { beginEdit } from "./message-edits.ts";
import { begin } from "./message-task.ts";
import { openThread } from "./open-thread.ts";
import { beginQuote } from "./begin-quote.ts";
import type { ShownRoom } from "./room-context.ts";
import { removePreviews } from "./remove-previews.ts";
import { reportEntries } from "./report-entries.ts";
import { setPin } from "./set-pin.ts";
import { toggleSelected } from "./select.ts";
import { selectMessage } from "./select-actions.ts";
import { selectTexts } from "./select-texts.ts";
import { messageTexts } from "./texts.ts";
import { toolTexts } from "./tool-texts.ts";

/** The acts on a message, as every menu of it says them. */
export function messageEntries(
  message: ListedMessage,
  room: ShownRoom,
  isOwners: boolean,
): readonly MenuEntry[] {
  const { id: messageId, metadata } = message;
  const text = metadata.plainText ?? message.content;
  const { roomId, slug } = room;
  const rights = rightsOn(message, room);
  if (!rights.isThere) return [];
  const all: readonly (MenuEntry | false)[] = [
    rights.mayReact && reactEntry(roomId, messageId),
    rights.mayReact && { kind: "separator", id: "text" },
    ...passOnEntries(message, room),
    rights.mayOpenThread && {
      kind: "action",
      id: "thread",
      label: t(toolTexts.replyInThread),
      icon: MessagesSquare,
      shortcut: shortcutLabel(replyInThread.shortcut),
      onSelect: () => openThread(message),
    },
    {
      kind: "action",
      id: "copy",
      label: t(toolTexts.copyText),
      icon: Copy,
      onSelect: () => void copy(text, toolTexts.copied),
    },
    {
      kind: "action",
      id: "copyLink",
      label: t(toolTexts.copyLink),
      icon: Link,
      onSelect: () =>
        void copy(
          messageLink(location.origin, slug, messageId, activeWorkspace()),
          toolTexts.linkCopied,
        ),
    },
    rights.maySelect && room.threadId === undefined && selectEntry(message),
    rights.mayMarkUnread && {
      kind: "action",
      id: "unread",
      label: t(toolTexts.markUnread),
      icon: MailOpen,
      onSelect: () =>
        void tellFailure(toolTexts.markUnreadFailed, chat.messages.markUnread(roomId, messageId)),
    },
    ...(rights.maySave ? laterEntries(message, roomId) : []),
    rights.mayReadHistory && {
      kind: "action",
      id: "revisions",
      label: t(messageTexts.revisions),
      icon: History,
      onSelect: () => begin({ kind: "revisions", messageId }),
    },
    rights.maySave &&
      message.authorId !== room.ownId && {
        kind: "action",
        id: "why",
        label: t(decisionTexts.why),
        icon: Bell,
        onSelect: () => begin({ kind: "why", messageId }),
      },
    ...ownEntries(message, room),
    ...reportEntries(message, room, isOwners),
  ];
  return all.filter((entry) => entry !== false);
}

/** The acts of an author. */
function ownEntries(message: ListedMessage, room: ShownRoom): readonly (MenuEntry | false)[] {
  const { id: messageId } = message;
  const rights = rightsOn(message, room);
  return [
    (rights.mayEdit || rights.mayDelete || rights.mayClosePoll) && { kind: "separator", id: "own" },
    rights.mayClosePoll && {
      kind: "action",
      id: "closePoll",
      label: t(pollTexts.close),
      icon: Lock,
      onSelect: () => begin({ kind: "closePoll", messageId }),
    },
    rights.mayDelete &&
      message.previews !== undefined && {
        kind: "action",
        id: "removePreviews",
        label: t(toolTexts.removePreviews),
        icon: PanelBottomClose,
        onSelect: () => void removePreviews(room.roomId, messageId),
      },
    rights.mayEdit && {
      kind: "action",
      id: "edit",
      label: t(toolTexts.edit),
      icon: Pencil,
      shortcut: shortcutLabel(editMessage.shortcut),
      onSelect: () => beginEdit(message),
    },
    rights.mayDelete && {
      kind: "action",
      id: "delete",
      label: t(toolTexts.delete),
      icon: Trash2,
      shortcut: shortcutLabel(deleteMessage.shortcut),
      isDanger: true,
      onSelect: () => begin({ kind: "delete", messageId }),
    },
  ];
}

function selectEntry({ key }: ListedMessage): MenuEntry {
  return {
    kind: "action",
    id: "select",
    label: t(selectTexts.start),
    icon: ListChecks,
    shortcut: shortcutLabel(selectMessage.shortcut),
    onSelect: () => toggleSelected(key),
  };
}

/** Quote, forward and pin. */
function passOnEntries(message: ListedMessage, room: ShownRoom): readonly (MenuEntry | false)[] {
  const { id: messageId } = message;
  const { roomId } = room;
  const rights = rightsOn(message, room);
  return [
    rights.mayQuote && {
      kind: "action",
      id: "quote",
      label: t(toolTexts.quote),
      icon: Quote,
      shortcut: shortcutLabel(quoteMessage.shortcut),
      onSelect: () => beginQuote({ ...message, roomId }, room.threadId),
    },
    rights.mayForward && {
      kind: "action",
      id: "forward",
      label: t(toolTexts.forward),
      icon: Forward,
      shortcut: shortcutLabel(forwardMessage.shortcut),
      onSelect: () => begin({ kind: "forward", messageId }),
    },
    rights.mayPin && {
      kind: "action",
      id: "pin",
      label: t(message.pin ? toolTexts.unpin : toolTexts.pin),
      icon: message.pin ? PinOff : Pin,
      shortcut: shortcutLabel(pinMessage.shortcut),
      onSelect: () => void setPin(roomId, messageId, !message.pin),
    },
  ];
}

function laterEntries(message: ListedMessage, roomId: RoomId): readonly MenuEntry[] {
  return [
    {
      kind: "action",
      id: "save",
      label: t(message.personal?.saved ? laterTexts.remove : saveMessage.title),
      icon: Bookmark,
      shortcut: shortcutLabel(saveMessage.shortcut),
      onSelect: () => toggleSaved(roomId, message),
    },
    {
      kind: "action",
      id: "remind",
      label: t(laterTexts.remind),
      icon: Clock,
      onSelect: () => begin({ kind: "remind", messageId: message.id }),
    },
  ];
}

function reactEntry(roomId: RoomId, messageId: MessageId): MenuEntry {
  return {
    kind: "signs",
    id: "react",
    signs: quickReactions.map((sign) => ({
      sign,
      label: t(reactionTexts.with, { emoji: sign }),
      onSelect: () => void chat.messages.react(roomId, messageId, sign),
    })),
    more: {
      kind: "action",
      id: "react",
      label: t(reactionTexts.add),
      icon: SmilePlus,
      shortcut: shortcutLabel(reactToMessage.shortcut),
      onSelect: () => begin({ kind: "react", messageId }),
    },
  };
}

async function copy(text: string, done: Text): Promise<void> {
  if (await copyText(text)) toast({ title: t(done) });
  else toast({ title: t(toolTexts.copyFailed), variant: "warning" });
}
