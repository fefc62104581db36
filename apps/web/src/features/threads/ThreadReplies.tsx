import { threadMessages, type LoadedThread } from "@colbin/client";
import type { Message } from "@colbin/protocol";
import { useRef, useState } from "react";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { MessageList } from "#web/features/messages/MessageList.tsx";
import { RoomContext } from "#web/features/messages/room-context.ts";
import { useEndOfEdits } from "#web/features/messages/use-edited.ts";
import { useShownRoom } from "#web/features/messages/use-shown-room.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { ReplyComposer } from "./ReplyComposer.tsx";
import { threads } from "./threads.ts";
import { threadTexts } from "./texts.ts";
import { useThreadReading } from "./use-thread-reading.ts";

interface ThreadRepliesProps {
  thread: LoadedThread;
  root: Message;
  /** The reply of the address. */
  linkedId: string | undefined;
}

/** The message that a thread answers, its replies, and the composer for the next one. */
export function ThreadReplies({ thread, root, linkedId }: ThreadRepliesProps) {
  const { roomId } = thread;
  const messages = useStore(chat.store, (state) => threadMessages(state, root.id));
  const room = useShownRoom(roomId);
  const subscription = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomId));
  const standing = useStore(chat.store, ({ threadStates }) => threadStates?.get(root.id));
  // Fixed for as long as the thread is shown.
  const [readReplyNo] = useState(standing?.isFollowing ? standing.readReplyNo : undefined);
  const firstUnread =
    readReplyNo === undefined
      ? undefined
      : thread.messages.find(
          ({ replyNo = 0, authorId }) => replyNo > readReplyNo && authorId !== room.ownId,
        );
  useEndOfEdits(messages);
  /** So often the newest replies were asked for, in the place of those around the reply of the address. */
  const [jumps, setJumps] = useState(0);
  const hasJumped = jumps > 0;
  const showNewest = async (): Promise<void> => {
    await threads.showNewest(root.id);
    setJumps((n) => n + 1);
  };
  const [isAtEnd, setAtEnd] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useThreadReading(root.id, isAtEnd && !thread.hasNewer);
  return (
    <RoomContext value={{ ...room, threadId: root.id }}>
      <div data-thread={root.id} className="contents">
        <MessageList
          key={`${linkedId} ${jumps}`}
          roomName=""
          label={t(threadTexts.log)}
          rootId={root.id}
          ownId={room.ownId ?? ""}
          messages={messages}
          newest={messages}
          firstUnreadId={firstUnread?.id}
          linkedId={hasJumped ? undefined : linkedId}
          opensAtUnread={!hasJumped && linkedId === undefined}
          intro={undefined}
          older={thread.isLoadingOlder ? "loading" : thread.hasMore ? "idle" : "none"}
          newer={thread.isLoadingNewer ? "loading" : thread.hasNewer ? "idle" : "none"}
          onLoadOlder={() => void threads.loadOlder(root.id).catch(() => undefined)}
          onLoadNewer={() => void threads.loadNewer(root.id).catch(() => undefined)}
          onShowNewest={() => void tellFailure(threadTexts.newestFailed, showNewest())}
          onEndChange={setAtEnd}
        />
      </div>
      {subscription && (
        <ReplyComposer
          room={subscription}
          rootId={root.id}
          field={field}
          // An own reply stands behind the newest ones, and leads there.
          onSent={() => thread.hasNewer && void tellFailure(threadTexts.newestFailed, showNewest())}
        />
      )}
    </RoomContext>
  );
}
