import type { Message } from "@colbin/protocol";
import { Pin as PinIcon, PinOff } from "lucide-react";
import { buttonLook } from "#web/design/button/button-look.ts";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Link } from "#web/design/button/Link.tsx";
import { Face } from "#web/features/presence/Face.tsx";
import { MessageContent } from "#web/features/messages/MessageContent.tsx";
import { useNames } from "#web/features/presence/use-person.ts";
import { narrowQuery, useMediaQuery } from "#web/lib/device/media.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { sidePath } from "#web/lib/routing/side.ts";
import { pinTexts } from "./texts.ts";

interface PinnedItemProps {
  slug: string;
  message: Pick<
    Message,
    "id" | "authorId" | "authorName" | "authorAvatar" | "content" | "mentioned" | "pin"
  > & {
    readonly createdAt: string;
  };
  /** Absent for whoever may not. */
  onUnpin: (() => void) | undefined;
}

export function PinnedItem({ slug, message, onUnpin }: PinnedItemProps) {
  const { id, authorId, pin } = message;
  const names = useNames(pin ? [authorId, pin.userId] : [authorId]);
  const author = names.get(authorId) ?? message.authorName;
  const time = formatDate(new Date(message.createdAt), "full");
  return (
    <article
      aria-label={t(pinTexts.item, { author, time })}
      className="group relative rounded-md px-2.5 pt-2.25 pb-2.75 focus-within:bg-hover hover:bg-hover"
    >
      <p className="flex items-center gap-2">
        <Face size="row" id={authorId} name={author} picture={message.authorAvatar} />
        <bdi className="clip-line text-md font-strong">{author}</bdi>
        <time
          dateTime={message.createdAt}
          title={time}
          className="flex-none text-xs text-ink-subtle"
        >
          {formatDate(new Date(message.createdAt), "date")}
        </time>
      </p>
      <div className="mt-1.25">
        <MessageContent content={message.content} mentioned={message.mentioned} suffix={null} />
      </div>
      {pin && (
        <p className="mt-2 flex items-center gap-1.5 text-xs text-ink-subtle">
          <PinIcon className="icon-sm" aria-hidden="true" />
          {t(pinTexts.pinnedOn, {
            name: names.get(pin.userId) ?? pin.userName,
            date: formatDate(new Date(pin.at), "date"),
          })}
        </p>
      )}
      <div
        role="toolbar"
        aria-label={t(pinTexts.tools)}
        className="absolute end-2 top-1.5 flex gap-px rounded-md bg-raised p-0.5 opacity-0 shadow-float group-focus-within:opacity-100 group-hover:opacity-100 coarse:static coarse:mt-2 coarse:w-max coarse:gap-1.5 coarse:bg-transparent coarse:p-0 coarse:opacity-100 coarse:shadow-none"
      >
        <JumpLink slug={slug} messageId={id} />
        {onUnpin && (
          <IconButton label={t(pinTexts.unpin)} onClick={onUnpin}>
            <PinOff aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </article>
  );
}

/** To the message in its place; on a phone the sheet is in front of that and goes. */
function JumpLink({ slug, messageId }: { slug: string; messageId: Message["id"] }) {
  const isNarrow = useMediaQuery(narrowQuery);
  const page = roomPath(slug);
  const to = isNarrow ? `${page}?` : `${sidePath(page, { name: "pins", at: "" })}&`;
  return (
    <Link
      to={`${to}${new URLSearchParams({ message: messageId }).toString()}`}
      className={buttonLook({ size: "sm" })}
    >
      {t(pinTexts.jump)}
    </Link>
  );
}
