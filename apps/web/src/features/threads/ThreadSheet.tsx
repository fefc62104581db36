import type { LoadedThread } from "@colbin/client";
import type { MessageId, RoomId, Subscription } from "@colbin/protocol";
import { Bell, BellOff } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { SideSheet } from "#web/design/overlay/SideSheet.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { LoadingLine } from "#web/design/page/LoadingLine.tsx";
import { useRoomName } from "#web/features/rooms/use-room-name.ts";
import { chat } from "#web/lib/api/chat.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import type { SideProps } from "#web/lib/routing/side.ts";
import { ThreadReplies } from "./ThreadReplies.tsx";
import { threads } from "./threads.ts";
import { threadTexts } from "./texts.ts";

/** `?side=thread:{id}`: the thread of a message of the room on the screen, by the id of that or of a reply. */
export function ThreadSheet({ at, onClose }: SideProps<"thread">) {
  const roomId = useStore(chat.store, ({ activeRoomId }) => activeRoomId);
  if (roomId === null) return null;
  return <OpenThread key={roomId} roomId={roomId} messageId={at} onClose={onClose} />;
}

interface OpenThreadProps {
  roomId: RoomId;
  messageId: MessageId;
  onClose: () => void;
}

function OpenThread({ roomId, messageId, onClose }: OpenThreadProps) {
  const [rootId, setRootId] = useState(messageId);
  const room = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomId));
  const thread = useStore(chat.store, (state) => state.threads.get(rootId));
  const needsReading = thread === undefined || thread.isStale;
  const isConnected = useStore(
    chat.store,
    ({ connectionStatus }) => connectionStatus === "connected",
  );
  useEffect(() => {
    if (!needsReading) return;
    // The thread says itself that it did not load. A reading that failed with the connection is made up for with the next one.
    threads.open(roomId, messageId).then(setRootId, () => undefined);
  }, [roomId, messageId, needsReading, isConnected]);
  return (
    <SideSheet
      title={t(threadTexts.title)}
      topic={room && <RoomName room={room} />}
      tools={thread?.root && <FollowButton roomId={roomId} rootId={thread.root.id} />}
      onClose={onClose}
    >
      {thread?.root ? (
        <ThreadReplies
          key={thread.root.id}
          thread={thread}
          root={thread.root}
          linkedId={messageId === thread.root.id ? undefined : messageId}
        />
      ) : (
        <NoThread
          thread={thread}
          onRetry={() => void threads.open(roomId, messageId).then(setRootId, () => undefined)}
        />
      )}
    </SideSheet>
  );
}

function RoomName({ room }: { room: Subscription }) {
  return useRoomName(room);
}

interface NoThreadProps {
  thread: LoadedThread | undefined;
  onRetry: () => void;
}

function NoThread({ thread, onRetry }: NoThreadProps) {
  if (thread?.status === "failed" && thread.error)
    return (
      <ErrorState title={t(threadTexts.failed)} text={errorText(thread.error)} onRetry={onRetry} />
    );
  return <LoadingLine text={t(threadTexts.loading)} />;
}

interface FollowButtonProps {
  roomId: RoomId;
  rootId: MessageId;
}

function FollowButton({ roomId, rootId }: FollowButtonProps) {
  const isFollowing = useStore(
    chat.store,
    ({ threadStates }) => threadStates?.get(rootId)?.isFollowing ?? false,
  );
  const isIn = useStore(chat.store, ({ subscriptions }) => subscriptions.has(roomId));
  if (!isIn) return null;
  return (
    <IconButton
      label={t(isFollowing ? threadTexts.unfollow : threadTexts.follow)}
      onClick={() =>
        void tellFailure(threadTexts.followFailed, threads.follow(roomId, rootId, !isFollowing))
      }
    >
      {isFollowing ? <Bell aria-hidden="true" /> : <BellOff aria-hidden="true" />}
    </IconButton>
  );
}
