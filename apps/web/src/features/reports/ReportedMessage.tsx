import type { Report } from "@colbin/protocol";
import { Trash2 } from "lucide-react";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { reportTexts } from "./report-texts.ts";

const block = "my-1 max-w-measure border-s-2 border-line-strong ps-2.5";

/** The message as it is now; of a conversation that the person does not read, what the reporter saw. */
export function ReportedMessage({ report: { message, copies, room, status } }: { report: Report }) {
  if (room) {
    const isGone = message === null || message.isDeleted;
    const why = message?.removedBy ? reportTexts.goneByModerator : reportTexts.gone;
    return (
      <div className={block}>
        {isGone ? (
          <Gone>{t(why)}</Gone>
        ) : (
          <Words>{message.metadata.plainText ?? message.content}</Words>
        )}
      </div>
    );
  }
  if (copies.length === 0)
    return <p className="text-ink-subtle">{status !== "open" && t(reportTexts.copyEnded)}</p>;
  return (
    <ul className={block}>
      {copies.map(({ messageId, authorName, createdAt, content }) => (
        <li key={messageId} className="py-0.5">
          <p className="flex gap-2 text-xs text-ink-subtle">
            <bdi className="clip-line font-strong">{authorName}</bdi>
            <time dateTime={createdAt}>{formatDate(new Date(createdAt), "clock")}</time>
          </p>
          {content === null ? <Gone>{t(reportTexts.gone)}</Gone> : <Words>{content}</Words>}
        </li>
      ))}
    </ul>
  );
}

/** As it was written, without formats: nothing of it is drawn or loaded here. */
function Words({ children }: { children: string }) {
  return (
    <p dir="auto" className="line-clamp-6 text-md whitespace-pre-wrap wrap-anywhere">
      {children}
    </p>
  );
}

function Gone({ children }: { children: string }) {
  return (
    <p className="flex items-center gap-1.75 text-ink-subtle italic">
      <Trash2 className="icon-sm" aria-hidden="true" />
      {children}
    </p>
  );
}
