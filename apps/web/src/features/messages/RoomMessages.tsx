import { shownMessages, visibleMessages, type MessageWindow, type RoomPage } from "@colbin/client";
import type { Message, RoomType, Subscription } from "@colbin/protocol";
import { MessagesSquare } from "lucide-react";
import { useEffect, useState } from "react";
import { EmptyState } from "#web/design/EmptyState.tsx";
import { ErrorState } from "#web/design/ErrorState.tsx";
import { toast } from "#web/design/toast.ts";
import type { OpenRoom } from "#web/features/rooms/use-open-room.ts";
import { useReadMarking } from "#web/features/subscriptions/use-read-marking.ts";
import { chat } from "#web/lib/chat.ts";
import { errorText } from "#web/lib/error-text.ts";
import { t, type Text } from "#web/lib/i18n.ts";
import { useStore } from "#web/lib/use-store.ts";
import { useWindowFocus } from "#web/lib/use-window-focus.ts";
import { MessageBones } from "./MessageBones.tsx";
import { MessageList } from "./MessageList.tsx";
import { MessageDialogs } from "./MessageDialogs.tsx";
import { end } from "./message-task.ts";
import { editWindow } from "./edit-window.ts";
import { standingOf } from "./message-rights.ts";
import { RoomContext } from "./room-context.ts";
import { messageTexts } from "./texts.ts";
import { useOpening, type Opening } from "./use-opening.ts";

interface RoomMessagesProps {
  roomSlug: string;
  roomName: string;
  subscription: Subscription | undefined;
  participation: OpenRoom["participation"];
  failure: OpenRoom["failure"];
}

export function RoomMessages(props: RoomMessagesProps) {
  const page = useStore(chat.store, ({ pages }) => pages.get(props.roomSlug));
  const hasMessages = useStore(
    chat.store,
    (state) => shownMessages(state, props.roomSlug).length > 0,
  );
  const isAccessKnown = props.participation !== "unknown";
  const opening = useOpening(props.roomSlug, isAccessKnown);
  if (page?.status === "ready" && opening.isDone && isAccessKnown) {
    if (!hasMessages) return <NoMessages roomType={props.subscription?.roomType} />;
    return <LoadedMessages key={opening.key} {...props} page={page} opening={opening} />;
  }
  const failure = props.failure ?? (isAccessKnown ? pageFailure(props.roomSlug, page) : undefined);
  if (!failure) return <MessageBones />;
  return (
    <div className="grid flex-1 place-content-center">
      <ErrorState
        title={t(messageTexts.loadFailed)}
        text={errorText(failure.error)}
        onRetry={failure.onRetry}
      />
    </div>
  );
}

function pageFailure(roomSlug: string, page: RoomPage | undefined): OpenRoom["failure"] {
  if (page?.status !== "failed" || !page.error) return undefined;
  // The page says itself whether it failed again.
  const onRetry = () => void chat.rooms.reload(roomSlug).catch(() => undefined);
  return { error: page.error, onRetry };
}

const emptyTexts: Partial<Record<RoomType, Text>> = {
  direct: messageTexts.emptyDirect,
  saved: messageTexts.emptySaved,
};

function NoMessages({ roomType }: { roomType: RoomType | undefined }) {
  return (
    <div className="grid flex-1 place-content-center">
      <EmptyState
        icon={MessagesSquare}
        title={t(messageTexts.emptyTitle)}
        text={t(emptyTexts[roomType ?? "channel"] ?? messageTexts.emptyText)}
      />
    </div>
  );
}

interface LoadedMessagesProps extends RoomMessagesProps {
  page: RoomPage;
  opening: Opening;
}

function LoadedMessages(props: LoadedMessagesProps) {
  const { roomSlug, roomName, subscription, page, opening } = props;
  const messages = useStore(chat.store, (state) => shownMessages(state, roomSlug));
  const newest = useStore(chat.store, (state) => visibleMessages(state, roomSlug));
  const window = useStore(chat.store, ({ windows }) => windows.get(roomSlug));
  const confirmed = useStore(chat.store, (state) => state.messages.get(roomSlug));
  const ownId = useStore(chat.store, ({ currentUser }) => currentUser?.id);
  const editMinutes = useStore(editWindow, (minutes) => minutes);
  useTakenBack();
  // What was begun here ends with the room being left.
  useEffect(() => end, [roomSlug]);
  const { hasMore } = window ?? page;
  const firstUnreadId = useFirstUnread(window?.messages ?? confirmed, hasMore, subscription);
  const [isAtEnd, setAtEnd] = useState(false);
  useReadMarking({
    roomSlug,
    lastMessageId: confirmed?.findLast(({ msgNo }) => msgNo !== null)?.id,
    unreadCount: subscription?.unreadCount ?? 0,
    isAtEnd,
  });
  return (
    <RoomContext value={{ slug: roomSlug, ...standingOf(ownId, subscription, editMinutes) }}>
      <MessageList
        roomName={roomName}
        ownId={ownId ?? ""}
        messages={messages}
        newest={newest}
        firstUnreadId={firstUnreadId}
        linkedId={opening.linkedId}
        opensAtUnread={opening.isFirst}
        older={olderState(window ?? page)}
        newer={newerState(window)}
        onLoadOlder={() => {
          // The page says itself that it failed.
          chat.messages.loadOlder(roomSlug).catch(() => undefined);
        }}
        onLoadNewer={() => {
          // The window says itself that it failed.
          chat.messages.loadNewer(roomSlug).catch(() => undefined);
        }}
        onShowNewest={opening.showNewest}
        onEndChange={setAtEnd}
      />
      <MessageDialogs roomSlug={roomSlug} />
    </RoomContext>
  );
}

/**
 * Where the reader left off when the room was opened, or the window was left, or which message they marked as unread; it stays there
 * while they read on.
 */
function useFirstUnread(
  messages: readonly Message[] | undefined,
  hasOlder: boolean,
  subscription: Subscription | undefined,
): string | undefined {
  const isLookedAt = useWindowFocus();
  const [wasLookedAt, setWasLookedAt] = useState(isLookedAt);
  const [id, setId] = useState(() => firstUnread(messages, hasOlder, subscription));
  const marked = subscription?.unreadFromMsgNo;
  const [wasMarked, setWasMarked] = useState(marked);
  if (marked !== wasMarked) {
    setWasMarked(marked);
    if (marked !== undefined) setId(firstUnread(messages, hasOlder, subscription) ?? id);
  }
  if (isLookedAt !== wasLookedAt) {
    setWasLookedAt(isLookedAt);
    if (isLookedAt) setId(firstUnread(messages, hasOlder, subscription) ?? id);
  }
  return id;
}

function firstUnread(
  messages: readonly Message[] = [],
  hasOlder: boolean,
  subscription: Subscription | undefined,
): string | undefined {
  if (!subscription || subscription.unreadCount === 0) return undefined;
  const { readMsgNo, unreadFromMsgNo = readMsgNo + 1 } = subscription;
  const from = Math.min(readMsgNo + 1, unreadFromMsgNo);
  const at = messages.findIndex(({ msgNo }) => msgNo !== null && msgNo >= from);
  // Where all that is loaded is unread, so may be what comes before.
  return at > 0 || !hasOlder ? messages[at]?.id : undefined;
}

function olderState({ hasMore, isLoadingOlder, error }: RoomPage | MessageWindow) {
  if (!hasMore) return "none";
  if (isLoadingOlder) return "loading";
  return error === null ? "idle" : "failed";
}

function newerState(window: MessageWindow | undefined) {
  if (!window) return "none";
  if (window.isLoadingNewer) return "loading";
  return window.newerError === null ? "idle" : "failed";
}

/** What was shown and then refused for good. */
function useTakenBack(): void {
  useEffect(
    () =>
      chat.messages.onTakenBack(({ kind }, error) => {
        const title = t(kind === "delete" ? messageTexts.deleteFailed : messageTexts.reactFailed);
        toast({ title, description: errorText(error), variant: "destructive" });
      }),
    [],
  );
}
