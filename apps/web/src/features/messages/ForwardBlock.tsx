import type { Forward, Forwarded } from "@colbin/protocol";
import { Forward as ForwardIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "#web/design/button/Link.tsx";
import { Face } from "#web/features/presence/Face.tsx";
import { useName } from "#web/features/presence/use-person.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { messagePath } from "#web/lib/routing/paths.ts";
import { MessageContent } from "./MessageContent.tsx";
import { toolTexts } from "./tool-texts.ts";
import { useNamedRoom } from "./use-named-room.ts";

interface ForwardBlockProps {
  text: string;
  origin: Forwarded;
  /** Its author as they are called now. */
  forward: Forward | undefined;
  copied: ReactNode;
}

/** The copy of a message: by whom it is, when it was written, and where, as far as the reader may know. */
export function ForwardBlock({ text, origin, forward, copied }: ForwardBlockProps) {
  const { messageId, roomId, authorId, createdAt } = origin;
  const author = useName(authorId, forward?.authorName ?? "");
  const room = useNamedRoom(roomId);
  const date = new Date(createdAt);
  return (
    <section
      aria-label={t(toolTexts.forwardOf, { author })}
      className="my-1 max-w-135 rounded-md px-3.5 pt-2.25 pb-1 inset-ring inset-ring-line-strong"
    >
      <p className="flex items-center gap-1.5 text-xs text-ink-subtle">
        <ForwardIcon className="icon-sm" aria-hidden="true" />
        <span className="clip-line">
          {room ? t(toolTexts.forwardedFrom, { room: room.roomName }) : t(toolTexts.forwarded)}
        </span>
      </p>
      <p className="mt-2 mb-0.75 flex items-center gap-2 text-md">
        <Face size="xs" id={authorId} name={author} picture={forward?.authorAvatar ?? null} />
        <bdi className="clip-line font-strong">{author}</bdi>
        <time
          dateTime={createdAt}
          title={formatDate(date, "full")}
          className="flex-none text-xs text-ink-subtle"
        >
          {formatDate(date, "date")}
        </time>
      </p>
      {text !== "" && <MessageContent content={text} suffix={null} />}
      {copied}
      <p className="flex min-h-8 items-center">
        {room && (
          <Link to={messagePath(room.sessionRoomSlug, messageId)} className="text-link text-md">
            {t(toolTexts.openOriginal)}
          </Link>
        )}
      </p>
    </section>
  );
}
