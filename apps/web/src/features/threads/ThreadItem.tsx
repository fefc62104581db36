import { unreadInThread } from "@colbin/client";
import type { Message, ThreadCard } from "@colbin/protocol";
import { BellOff } from "lucide-react";
import { Link } from "#web/design/button/Link.tsx";
import { Face } from "#web/features/presence/Face.tsx";
import { ReplierStack } from "#web/features/people/ReplierStack.tsx";
import { threadLineTexts } from "#web/features/messages/thread-line-texts.ts";
import { whenText } from "#web/features/presence/last-seen.ts";
import { UnreadBadge } from "#web/features/subscriptions/UnreadBadge.tsx";
import { useNames } from "#web/features/presence/use-person.ts";
import { chat } from "#web/lib/api/chat.ts";
import { messageTexts } from "#web/features/messages/texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useMinute } from "#web/lib/language/use-today.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { sidePath } from "#web/lib/routing/side.ts";
import { threadTexts } from "./texts.ts";

/** A thread in a list: its root, the last reply, and how many are new. Leads to the thread beside its room. */
export function ThreadItem({ card }: { card: ThreadCard }) {
  const { root, replies, state, lastReplyAt } = card;
  const room = useStore(chat.store, ({ subscriptions }) => subscriptions.get(root.roomId));
  const known = useStore(chat.store, ({ threadStates }) => threadStates?.get(root.id)) ?? state;
  const now = useMinute();
  const { unread, mentions } = unreadInThread(known);
  const last = replies.at(-1);
  const names = useNames([root, ...(last ? [last] : [])].map(({ authorId }) => authorId));
  const nameOf = ({ authorId, authorName }: Message): string => names.get(authorId) ?? authorName;
  const slug = room?.sessionRoomSlug ?? root.sessionRoomSlug;
  const roomName = room?.roomType === "channel" ? `#${room.roomName}` : (room?.roomName ?? slug);
  return (
    <Link
      to={sidePath(roomPath(slug), { name: "thread", at: root.id })}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-md px-2.5 py-2.5 hover:bg-hover active:bg-pressed"
    >
      <Face id={root.authorId} name={nameOf(root)} picture={root.authorAvatar} />
      <span className="grid min-w-0 gap-0.5">
        <span className="flex items-baseline gap-2">
          <bdi className="clip-line flex-none font-strong">{nameOf(root)}</bdi>
          <span className="clip-line flex-1 text-xs text-ink-subtle">
            {t(threadTexts.in, { room: roomName })}
          </span>
          <time dateTime={lastReplyAt} className="flex-none text-xs text-ink-subtle">
            {whenText(new Date(lastReplyAt), new Date(now))}
          </time>
        </span>
        <span dir="auto" className="line-clamp-2 text-ink wrap-anywhere">
          {wordsOf(root)}
        </span>
        {last && (
          <span dir="auto" className="clip-line text-sm text-ink-muted">
            {nameOf(last)}: {wordsOf(last)}
          </span>
        )}
        <span className="flex items-center gap-2 pt-1 text-sm">
          <ReplierStack repliers={root.thread?.repliers ?? []} max={3} />
          <span className="font-strong text-accent-ink">
            {t(threadLineTexts.replies, { n: known.lastReplyNo })}
          </span>
          <UnreadBadge unread={unread} mentions={mentions} />
          {!known.isFollowing && (
            <span className="flex items-center gap-1 text-xs text-ink-subtle">
              <BellOff className="icon-sm" aria-hidden="true" />
              {t(threadTexts.notFollowing)}
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

function wordsOf({ isDeleted, removedBy, metadata, content }: Message): string {
  if (removedBy) return t(messageTexts.removed);
  return isDeleted ? t(threadTexts.deleted) : (metadata.plainText ?? content);
}
