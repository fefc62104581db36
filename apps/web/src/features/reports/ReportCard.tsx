import type { Report } from "@colbin/protocol";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { Link } from "#web/design/button/Link.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { dayKey, formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { messagePath } from "#web/lib/routing/paths.ts";
import { ReportedMessage } from "./ReportedMessage.tsx";
import { closedTexts, reasonTexts, reportTexts } from "./report-texts.ts";
import { reports } from "./reports.ts";
import { SuspendLink } from "./SuspendLink.tsx";

const RemoveDialog = lazyPart(() => import("./RemoveDialog.tsx"), "RemoveDialog");

interface ReportCardProps {
  report: Report;
  /** Its list is that of one room. */
  isOfRoom: boolean;
}

/** One report: who wrote what, what is said of it, and the decision. */
export function ReportCard({ report, isOfRoom }: ReportCardProps) {
  const { author, reporter, reason, note, room, createdAt } = report;
  return (
    <li
      ref={keepFocusNear}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 gap-y-0.5 py-3.5"
    >
      <span className="row-span-6 flex items-start">
        <PersonAvatar
          id={author.userId}
          name={author.fullName}
          picture={author.avatar_url}
          size="row"
        />
      </span>
      <p className="flex items-baseline gap-2">
        <bdi className="clip-line min-w-0 flex-1 font-strong">{author.fullName}</bdi>
        <time dateTime={createdAt} className="text-xs whitespace-nowrap text-ink-subtle">
          {timeText(new Date(createdAt))}
        </time>
      </p>
      <p className="text-xs text-ink-subtle wrap-anywhere">
        {t(reasonTexts[reason])} · {t(reportTexts.by, { name: reporter.fullName })}
        {!isOfRoom && (
          <>
            {" · "}
            {room
              ? t(reportTexts.inRoom, { room: room.title || room.sessionRoomSlug })
              : t(reportTexts.inConversation)}
          </>
        )}
      </p>
      <ReportedMessage report={report} />
      {note !== null && (
        <p dir="auto" className="my-1 text-md wrap-anywhere text-ink-muted">
          {note}
        </p>
      )}
      {report.status === "open" ? <Decision report={report} /> : <Outcome report={report} />}
    </li>
  );
}

/** A report that is decided leaves the list: the next one takes the focus, or the choice above the list where it was the last. */
function keepFocusNear(card: HTMLElement | null): (() => void) | undefined {
  return () => {
    if (!card?.contains(document.activeElement)) return;
    const next = card.nextElementSibling ?? card.previousElementSibling;
    const above = card.closest("[data-reports]");
    const to =
      next?.querySelector<HTMLElement>("button, a") ?? above?.querySelector("input:checked");
    if (to instanceof HTMLElement) to.focus();
  };
}

function Decision({ report }: { report: Report }) {
  const { id, author, room, messageId, roomId, mayRemove, message } = report;
  const { act, isPending } = useAct("dismissReport", [], [reports]);
  const [isRemoving, setRemoving] = useState(false);
  const name = author.fullName;
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
      <Button
        size="sm"
        isBusy={isPending}
        aria-label={t(reportTexts.dismissOf, { name })}
        onClick={() => void tellFailure(reportTexts.dismissFailed, act({ params: { id } }))}
      >
        {t(reportTexts.dismiss)}
      </Button>
      {mayRemove && (
        <Button
          size="sm"
          variant="danger"
          aria-label={t(reportTexts.removeOf, { name })}
          onClick={() => setRemoving(true)}
        >
          {t(reportTexts.remove)}
        </Button>
      )}
      {room && message && !message.isDeleted && (
        <Link
          to={messagePath(room.sessionRoomSlug, messageId)}
          className="px-1.5 font-medium text-accent-ink hover:underline"
        >
          {t(reportTexts.openMessage)}
        </Link>
      )}
      <SuspendLink />
      {isRemoving && <RemoveDialog {...{ roomId, messageId }} onClose={() => setRemoving(false)} />}
    </div>
  );
}

function Outcome({ report: { status, closedBy, closedAt } }: { report: Report }) {
  if (status === "open" || closedAt === null) return null;
  const values = { name: closedBy?.fullName ?? "–", date: timeText(new Date(closedAt)) };
  return <p className="mt-1 text-xs text-ink-subtle">{t(closedTexts[status], values)}</p>;
}

function timeText(at: Date): string {
  return formatDate(at, dayKey(at) === dayKey(new Date()) ? "clock" : "date");
}
