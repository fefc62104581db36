import type { Quote } from "@colbin/protocol";
import { Link } from "#web/design/button/Link.tsx";
import { useName } from "#web/features/presence/use-person.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { messagePath } from "#web/lib/routing/paths.ts";
import { messageTexts } from "./texts.ts";
import { toolTexts } from "./tool-texts.ts";

interface QuoteBlockProps {
  /** The address of the room. */
  slug: string;
  quote: Quote;
}

/** The message that another one answers; a press leads to it. */
export function QuoteBlock({ slug, quote }: QuoteBlockProps) {
  const { messageId, authorId, authorName, createdAt, text, isDeleted, removedBy } = quote;
  const author = useName(authorId, authorName);
  const time = formatDate(new Date(createdAt), "clock");
  return (
    <Link
      to={messagePath(slug, messageId)}
      className="my-0.75 grid h-11 max-w-measure min-w-0 grid-cols-[auto_auto_minmax(0,1fr)] content-center gap-x-2 rounded-e-sm border-s-2 border-line-strong px-2.5 text-start text-md text-ink-muted hover:bg-hover"
    >
      <bdi className="clip-line font-strong text-ink">
        <span className="sr-only">{t(toolTexts.quoted)} </span>
        {author}
      </bdi>
      <time dateTime={createdAt} className="self-center text-xs text-ink-subtle">
        {time}
      </time>
      <span dir="auto" className="clip-line col-span-full">
        {isDeleted ? <i>{t(removedBy ? messageTexts.removed : messageTexts.deleted)}</i> : text}
      </span>
    </Link>
  );
}
