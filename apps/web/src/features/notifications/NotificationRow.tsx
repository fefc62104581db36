import type { Notification } from "@colbin/protocol";
import clsx from "clsx";
import { Clock, Flag, ShieldAlert, Trash2, type LucideIcon } from "lucide-react";
import { Link } from "#web/design/button/Link.tsx";
import { Face } from "#web/features/presence/Face.tsx";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { Sentence } from "#web/lib/language/Sentence.tsx";
import { notificationTexts } from "./texts.ts";
import { wordsOf } from "./words.ts";

interface NotificationRowProps {
  notification: Notification;
  onRead: () => void;
}

const look =
  "grid w-full grid-cols-[var(--spacing-avatar)_minmax(0,1fr)_auto] gap-x-3 rounded-md px-2.5 py-2 text-start focus-visible:-outline-offset-2";

/** Leads to what it tells of, where there is a page of it; else a press marks it as read, as long as it is not. */
export function NotificationRow({ notification, onRead }: NotificationRowProps) {
  const { type, url, readAt } = notification;
  const content = <Content notification={notification} />;
  if (url !== null) {
    const props = { onClick: onRead, className: clsx(look, "hover:bg-hover") };
    // Its page stands outside of the app.
    if (type === "ORGANIZATION_INVITATION")
      return (
        <a {...props} href={url}>
          {content}
        </a>
      );
    return (
      <Link {...props} to={url}>
        {content}
      </Link>
    );
  }
  if (readAt !== null) return <div className={look}>{content}</div>;
  return (
    <button type="button" onClick={onRead} className={clsx(look, "hover:bg-hover")}>
      {content}
    </button>
  );
}

/** Icons of notifications that name nobody. */
const icons: Partial<Record<Notification["type"], LucideIcon>> = {
  REMINDER_DUE: Clock,
  MESSAGE_REPORTED: Flag,
  MESSAGE_REMOVED: Trash2,
};

function Content({ notification }: { notification: Notification }) {
  const { actors, updatedAt, readAt } = notification;
  const words = wordsOf(notification);
  const [last] = actors;
  const Icon = icons[notification.type] ?? ShieldAlert;
  const at = new Date(updatedAt);
  const isUnread = readAt === null;
  const name = <bdi className={clsx("text-ink", isUnread ? "font-strong" : "font-medium")} />;
  const elements = { who: name, org: name };
  if (!words) return null;
  return (
    <>
      {last ? (
        <Face
          id={last.userId}
          name={last.fullName}
          picture={last.avatar_url}
          className="row-span-2"
        />
      ) : (
        <span className="row-span-2 grid size-avatar place-items-center rounded-full bg-hover text-ink-muted">
          <Icon aria-hidden="true" />
        </span>
      )}
      <span className="min-w-0 text-ink-muted wrap-anywhere">
        <Sentence text={words.line} values={words.values} elements={elements} />
      </span>
      <span className="flex items-center gap-1.75 self-start text-xs leading-4.5 text-ink-subtle">
        <time dateTime={updatedAt} title={formatDate(at, "full")}>
          {formatDate(at, "clock")}
        </time>
        {isUnread && <i data-mark="" className="size-1.75 rounded-full bg-mention" />}
        {isUnread && <span className="sr-only">{t(notificationTexts.isUnread)}</span>}
      </span>
      {words.note !== "" && (
        <span className="clip-line col-span-2 mt-0.5 text-ink-subtle">{words.note}</span>
      )}
    </>
  );
}
