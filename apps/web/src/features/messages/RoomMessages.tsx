import { shownMessages, visibleMessages, type MessageWindow, type RoomPage } from "@colbin/client";
import type { RoomId, Subscription } from "@colbin/protocol";
import { MessagesSquare } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import type { OpenRoom } from "#web/features/rooms/use-open-room.ts";
import { useReadMarking } from "#web/features/subscriptions/use-read-marking.ts";
import { useOffer } from "#web/lib/actions/offer.ts";
import { chat } from "#web/lib/api/chat.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { jumpingToDay } from "./actions.ts";
import { MessageBones } from "./MessageBones.tsx";
import { MessageList } from "./MessageList.tsx";
import { end } from "./message-task.ts";
import { RoomContext } from "./room-context.ts";
import { messageTexts } from "./texts.ts";
import { useEndOfEdits } from "./use-edited.ts";
import { useFirstUnread } from "./use-first-unread.ts";
import { useOpening, type Opening } from "./use-opening.ts";
import { useShownRoom } from "./use-shown-room.ts";

const DayJumpDialog = lazyPart(() => import("./DayJumpDialog.tsx"), "DayJumpDialog");
const MessageDialogs = lazyPart(() => import("./MessageDialogs.tsx"), "MessageDialogs");

interface RoomMessagesProps {
  roomId: RoomId;
  roomSlug: string;
  roomName: string;
  subscription: Subscription | undefined;
  participation: OpenRoom["participation"];
  failure: OpenRoom["failure"];
}

export function RoomMessages(props: RoomMessagesProps) {
  const page = useStore(chat.store, ({ pages }) => pages.get(props.roomId));
  const hasMessages = useStore(
    chat.store,
    (state) => shownMessages(state, props.roomId).length > 0,
  );
  const isAccessKnown = props.participation !== "unknown";
  const opening = useOpening(props.roomId, isAccessKnown);
  if (page?.status === "ready" && opening.isDone && isAccessKnown) {
    if (!hasMessages) return <NoMessages subscription={props.subscription} />;
    return <LoadedMessages key={opening.key} {...props} page={page} opening={opening} />;
  }
  const failure = props.failure ?? (isAccessKnown ? pageFailure(props.roomId, page) : undefined);
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

function pageFailure(roomId: RoomId, page: RoomPage | undefined): OpenRoom["failure"] {
  if (page?.status !== "failed" || !page.error) return undefined;
  // The page says itself whether it failed again.
  const onRetry = () => void chat.rooms.reload(roomId).catch(() => undefined);
  return { error: page.error, onRetry };
}

const ConversationIntro = lazyPart(
  () => import("#web/features/rooms/ConversationIntro.tsx"),
  "ConversationIntro",
);

/** Where a conversation begins; a channel says in its details what it is. */
function introOf(room: Subscription | undefined): ReactNode {
  if (!room || room.roomType === "channel") return undefined;
  return <ConversationIntro room={room} />;
}

function NoMessages({ subscription }: Pick<RoomMessagesProps, "subscription">) {
  const intro = introOf(subscription);
  if (intro)
    return <div className="column-inset flex min-h-0 flex-1 flex-col justify-end">{intro}</div>;
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

interface LoadedMessagesProps extends RoomMessagesProps {
  page: RoomPage;
  opening: Opening;
}

function LoadedMessages(props: LoadedMessagesProps) {
  const { roomId, roomSlug, roomName, subscription, page, opening } = props;
  const messages = useStore(chat.store, (state) => shownMessages(state, roomId));
  const newest = useStore(chat.store, (state) => visibleMessages(state, roomId));
  const window = useStore(chat.store, ({ windows }) => windows.get(roomId));
  const confirmed = useStore(chat.store, (state) => state.messages.get(roomId));
  const ownId = useStore(chat.store, ({ currentUser }) => currentUser?.id);
  const room = { ...useShownRoom(roomId), slug: roomSlug };
  useTakenBack();
  useEndOfEdits(messages);
  // A task that was begun on a message ends when the room is left.
  useEffect(() => end, [roomId]);
  const { hasMore } = window ?? page;
  const firstUnreadId = useFirstUnread(window?.messages ?? confirmed, hasMore, subscription);
  const [isAtEnd, setAtEnd] = useState(false);
  const [asksForDay, setAsksForDay] = useState(false);
  useOffer(jumpingToDay, () => setAsksForDay(true));
  useReadMarking({
    roomId,
    lastMessageId: confirmed?.findLast(({ msgNo }) => msgNo !== null)?.id,
    unreadCount: subscription?.unreadCount ?? 0,
    isAtEnd,
  });
  return (
    <RoomContext value={room}>
      <MessageList
        roomName={roomName}
        ownId={ownId ?? ""}
        messages={messages}
        newest={newest}
        firstUnreadId={firstUnreadId}
        linkedId={opening.linkedId}
        opensAtUnread={opening.isFirst}
        intro={introOf(subscription)}
        older={olderState(window ?? page)}
        newer={newerState(window)}
        onLoadOlder={() => {
          // The page says itself that it failed.
          chat.messages.loadOlder(roomId).catch(() => undefined);
        }}
        onLoadNewer={() => {
          // The window says itself that it failed.
          chat.messages.loadNewer(roomId).catch(() => undefined);
        }}
        onShowNewest={opening.showNewest}
        onEndChange={setAtEnd}
      />
      <MessageDialogs roomId={roomId} />
      {asksForDay && <DayJumpDialog roomId={roomId} onClose={() => setAsksForDay(false)} />}
    </RoomContext>
  );
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

/** Tells of each act that was shown and then refused for good. */
function useTakenBack(): void {
  useEffect(
    () =>
      chat.messages.onTakenBack(({ kind }, error) => {
        void import("./tell-taken-back.ts").then(({ tellTakenBack }) => tellTakenBack(kind, error));
      }),
    [],
  );
}
