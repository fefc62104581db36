import { Link } from "#web/design/button/Link.tsx";
import { FileText, Image, MessagesSquare, Mic, Pin } from "lucide-react";
import { Face } from "#web/features/presence/Face.tsx";
import { threadLineTexts } from "#web/features/messages/thread-line-texts.ts";
import { dayFormat, dayKey, formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { toExcerptParts } from "./found-excerpt.ts";
import { searchTexts } from "./search-texts.ts";
import type { Found } from "./use-found.ts";

const kinds = { image: Image, file: FileText, voice: Mic };

interface FoundItemProps {
  found: Found;
  /** As they are called now. */
  author: string;
  today: string;
  to: string;
  isCurrent: boolean;
  onChoose: () => void;
}

/** A message that was found: leads to its place. */
export function FoundItem({ found, author, today, to, isCurrent, onChoose }: FoundItemProps) {
  const { message, text, ranges } = found;
  const at = new Date(message.createdAt);
  return (
    <Link
      to={to}
      onClick={onChoose}
      data-found={message.id}
      aria-current={isCurrent || undefined}
      className="group grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2.75 rounded-md px-3 pt-2.25 pb-2.5 hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft max-pair:py-3"
    >
      <span className="row-span-3 mt-px flex h-max">
        <Face size="row" id={message.authorId} name={author} picture={message.authorAvatar} />
      </span>
      <span className="flex min-w-0 items-baseline gap-1.75">
        <bdi className="clip-line font-strong">{author}</bdi>
        <Where found={found} />
      </span>
      <time
        dateTime={message.createdAt}
        title={formatDate(at, "full")}
        className="text-xs whitespace-nowrap text-ink-subtle group-aria-[current]:text-ink-muted"
      >
        {formatDate(at, timeFormat(dayKey(at), today))}
      </time>
      <span
        dir="auto"
        className="col-span-2 col-start-2 mt-0.5 line-clamp-3 text-md leading-5 wrap-anywhere"
      >
        {toExcerptParts(text, ranges).map((part, place) =>
          part.isMarked ? (
            <mark key={place} className="found-mark">
              {part.text}
            </mark>
          ) : (
            part.text
          ),
        )}
      </span>
      <Marks message={message} />
    </Link>
  );
}

function timeFormat(day: string, today: string) {
  return day === today ? "clock" : dayFormat(day, today);
}

function Where({ found: { message, room } }: Pick<FoundItemProps, "found">) {
  const isReply = message.threadId !== undefined;
  if (!room && !isReply) return null;
  const title = room?.roomType === "channel" ? `#${room.title}` : (room?.title ?? "");
  const text = isReply ? searchTexts.inThread : searchTexts.in;
  return (
    <span className="clip-line flex-1 text-ink-subtle group-aria-[current]:text-ink-muted">
      {t(room ? text : searchTexts.thread, { room: title })}
    </span>
  );
}

function Marks({ message: { type, thread, pin } }: Pick<Found, "message">) {
  const Kind = type === "image" || type === "file" || type === "voice" ? kinds[type] : undefined;
  if (!Kind && !thread && !pin) return null;
  return (
    <span className="col-span-2 col-start-2 mt-1.25 flex flex-wrap gap-x-3 gap-y-1.5 text-xs text-ink-subtle group-aria-[current]:text-ink-muted [&>span]:inline-flex [&>span]:items-center [&>span]:gap-1.25">
      {Kind && <Kind className="icon-sm" aria-hidden="true" />}
      {thread && (
        <span>
          <MessagesSquare className="icon-sm" aria-hidden="true" />
          {t(threadLineTexts.replies, { n: thread.replyCount })}
        </span>
      )}
      {pin && (
        <span>
          <Pin className="icon-sm" aria-hidden="true" />
          {t(searchTexts.pinned)}
        </span>
      )}
    </span>
  );
}
