import { visibleMessages, type RoomPage } from "@colbin/client";
import type { Message, Subscription } from "@colbin/protocol";
import { MessagesSquare } from "lucide-react";
import { useEffect, useState } from "react";
import { EmptyState } from "#web/design/EmptyState.tsx";
import { ErrorState } from "#web/design/ErrorState.tsx";
import { toast } from "#web/design/toast.ts";
import { useReadMarking } from "#web/features/subscriptions/use-read-marking.ts";
import { chat } from "#web/lib/chat.ts";
import { errorText } from "#web/lib/error-text.ts";
import { t } from "#web/lib/i18n.ts";
import { useStore } from "#web/lib/use-store.ts";
import { useWindowFocus } from "#web/lib/use-window-focus.ts";
import { MessageBones } from "./MessageBones.tsx";
import { MessageList } from "./MessageList.tsx";
import { MessageDialogs } from "./MessageDialogs.tsx";
import { end } from "./message-task.ts";
import { standingOf } from "./message-rights.ts";
import { RoomContext } from "./room-context.ts";
import { messageTexts } from "./texts.ts";
import { useUnreadLoaded } from "./use-unread-loaded.ts";

interface RoomMessagesProps {
  roomSlug: string;
  roomName: string;
  subscription: Subscription | undefined;
  participation: "unknown" | "in" | "out";
}

export function RoomMessages(props: RoomMessagesProps) {
  const page = useStore(chat.store, ({ pages }) => pages.get(props.roomSlug));
  const hasMessages = useStore(
    chat.store,
    (state) => visibleMessages(state, props.roomSlug).length > 0,
  );
  const isAccessKnown = props.participation !== "unknown";
  const isUnreadLoaded = useUnreadLoaded(props.roomSlug, isAccessKnown);
  if (page?.status === "ready" && isUnreadLoaded && isAccessKnown) {
    return hasMessages ? <LoadedMessages {...props} page={page} /> : <NoMessages />;
  }
  if (page?.status !== "failed" || !page.error || !isAccessKnown) return <MessageBones />;
  return (
    <div className="grid flex-1 place-content-center">
      <ErrorState
        title={t(messageTexts.loadFailed)}
        text={errorText(page.error)}
        onRetry={() => {
          // The page says itself whether it failed again.
          chat.rooms.reload(props.roomSlug).catch(() => undefined);
        }}
      />
    </div>
  );
}

function NoMessages() {
  return (
    <div className="grid flex-1 place-content-center">
      <EmptyState
        icon={MessagesSquare}
        title={t(messageTexts.emptyTitle)}
        text={t(messageTexts.emptyText)}
      />
    </div>
  );
}

function LoadedMessages(props: RoomMessagesProps & { page: RoomPage }) {
  const { roomSlug, roomName, subscription, page } = props;
  const messages = useStore(chat.store, (state) => visibleMessages(state, roomSlug));
  const confirmed = useStore(chat.store, (state) => state.messages.get(roomSlug));
  const ownId = useStore(chat.store, ({ currentUser }) => currentUser?.id);
  useTakenBack();
  // What was begun here ends with the room being left.
  useEffect(() => end, [roomSlug]);
  const firstUnreadId = useFirstUnread(confirmed, subscription);
  const [isAtEnd, setAtEnd] = useState(false);
  useReadMarking({
    roomSlug,
    lastMessageId: confirmed?.findLast(({ msgNo }) => msgNo !== null)?.id,
    unreadCount: subscription?.unreadCount ?? 0,
    isAtEnd,
  });
  return (
    <RoomContext value={{ slug: roomSlug, ...standingOf(ownId, subscription) }}>
      <MessageList
        roomName={roomName}
        ownId={ownId ?? ""}
        messages={messages}
        firstUnreadId={firstUnreadId}
        older={olderState(page)}
        onLoadOlder={() => {
          // The page says itself that it failed.
          chat.messages.loadOlder(roomSlug).catch(() => undefined);
        }}
        onEndChange={setAtEnd}
      />
      <MessageDialogs roomSlug={roomSlug} />
    </RoomContext>
  );
}

/** Where the reader left off when the room was opened, or the window was left; it stays there while they read on. */
function useFirstUnread(
  messages: readonly Message[] | undefined,
  subscription: Subscription | undefined,
): string | undefined {
  const isLookedAt = useWindowFocus();
  const [wasLookedAt, setWasLookedAt] = useState(isLookedAt);
  const [id, setId] = useState(() => firstUnread(messages, subscription));
  if (isLookedAt !== wasLookedAt) {
    setWasLookedAt(isLookedAt);
    if (isLookedAt) setId(firstUnread(messages, subscription) ?? id);
  }
  return id;
}

function firstUnread(
  messages: readonly Message[] | undefined,
  subscription: Subscription | undefined,
): string | undefined {
  if (!subscription || subscription.unreadCount === 0) return undefined;
  return messages?.find(({ msgNo }) => msgNo !== null && msgNo > subscription.readMsgNo)?.id;
}

function olderState({ hasMore, isLoadingOlder, error }: RoomPage) {
  if (!hasMore) return "none";
  if (isLoadingOlder) return "loading";
  return error === null ? "idle" : "failed";
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
