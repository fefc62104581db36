import type { Notification } from "@colbin/protocol";
import clsx from "clsx";
import { Building2, UserRound } from "lucide-react";
import { Link } from "#web/design/button/Link.tsx";
import { momentText } from "#web/design/form/near-times.ts";
import { Picture } from "#web/design/identity/Picture.tsx";
import { Face } from "#web/features/presence/Face.tsx";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useMinute } from "#web/lib/language/use-today.ts";
import { Sentence } from "#web/lib/language/Sentence.tsx";
import { PERSONAL } from "#web/lib/routing/paths.ts";
import { activityTexts } from "./activity-texts.ts";
import { kindIcons } from "./kind-icons.ts";
import { notificationTexts } from "./texts.ts";
import { pathOf, useWorkspace } from "./use-workspace.ts";
import { wordsOf } from "./words.ts";

interface NotificationRowProps {
  notification: Notification;
  onRead: () => void;
  /** In a list over several workspaces: the row says whose it is. */
  hasMark?: boolean;
  /** Around it is something that has the focus in its place. */
  isPart?: boolean;
}

const look =
  "grid w-full grid-cols-[var(--spacing-avatar)_minmax(0,1fr)_auto] gap-x-3 rounded-md px-2.5 py-2 text-start focus-visible:-outline-offset-2";

/** Leads to what it tells of, where there is a page of it; else a press marks it as read, as long as it is not. */
export function NotificationRow(props: NotificationRowProps) {
  const { notification, onRead, hasMark = false, isPart = false } = props;
  const { type, workspaceId, readAt } = notification;
  const path = pathOf(notification, useWorkspace(workspaceId));
  const content = <Content notification={notification} hasMark={hasMark} />;
  const own = { onClick: onRead, ...(isPart && { tabIndex: -1 }) };
  if (path !== null) {
    const rest = { ...own, className: clsx(look, !isPart && "hover:bg-hover") };
    // Its page stands outside of the app.
    if (type === "ORGANIZATION_INVITATION")
      return (
        <a {...rest} href={path}>
          {content}
        </a>
      );
    return (
      <Link {...rest} to={path}>
        {content}
      </Link>
    );
  }
  if (readAt !== null) return <div className={look}>{content}</div>;
  return (
    <button type="button" {...own} className={clsx(look, "hover:bg-hover")}>
      {content}
    </button>
  );
}

interface ContentProps {
  notification: Notification;
  hasMark: boolean;
}

function Content({ notification, hasMark }: ContentProps) {
  const words = wordsOf(notification);
  if (!words) return null;
  const name = (
    <bdi
      className={clsx("text-ink", notification.readAt === null ? "font-strong" : "font-medium")}
    />
  );
  return (
    <>
      <Sign notification={notification} />
      <span className="min-w-0 text-ink-muted wrap-anywhere">
        <Sentence text={words.line} values={words.values} elements={{ who: name, org: name }} />
      </span>
      <When notification={notification} />
      <span className="col-span-2 mt-0.5 flex min-w-0 items-center gap-1.5 text-ink-subtle empty:hidden">
        {hasMark && <Mark notification={notification} />}
        {words.note !== "" && (
          <bdi className="clip-line min-w-0 flex-1" dir="auto">
            {words.note}
          </bdi>
        )}
      </span>
    </>
  );
}

/** The picture of who caused it with the sign of its type, or that sign alone. */
function Sign({ notification: { type, actors } }: Pick<ContentProps, "notification">) {
  const [last] = actors;
  const Icon = kindIcons[type];
  if (!last)
    return (
      <span className="row-span-2 grid size-avatar place-items-center self-start rounded-full bg-hover text-ink-muted">
        <Icon aria-hidden="true" />
      </span>
    );
  return (
    <span className="relative row-span-2 size-avatar self-start">
      <Face id={last.userId} name={last.fullName} picture={last.avatar_url} />
      <span
        data-mark=""
        className={clsx(
          "absolute -end-1.25 -bottom-0.75 grid size-4.5 place-items-center rounded-full bg-sheet [&>svg]:size-3",
          type === "MESSAGE_MENTION" ? "text-mention-ink" : "text-ink-muted",
        )}
      >
        <Icon aria-hidden="true" />
      </span>
    </span>
  );
}

function When({ notification }: Pick<ContentProps, "notification">) {
  const { updatedAt, readAt, snoozedUntil } = notification;
  const at = new Date(updatedAt);
  const isUnread = readAt === null;
  const now = new Date(useMinute());
  const back = snoozedUntil === null ? undefined : new Date(snoozedUntil);
  return (
    <span className="flex items-center gap-1.75 self-start text-xs leading-4.5 text-ink-subtle">
      <time dateTime={(back ?? at).toISOString()} title={formatDate(back ?? at, "full")}>
        {back ? t(activityTexts.until, { when: momentText(back, now) }) : formatDate(at, "clock")}
      </time>
      {isUnread && <i data-mark="" className="size-1.75 rounded-full bg-mention" />}
      {isUnread && <span className="sr-only">{t(notificationTexts.isUnread)}</span>}
    </span>
  );
}

/** The workspace of the row. */
function Mark({ notification: { workspaceId } }: Pick<ContentProps, "notification">) {
  const workspace = useWorkspace(workspaceId);
  if (!workspace) return null;
  const { name, picture, linked } = workspace;
  const Icon = linked === PERSONAL ? UserRound : Building2;
  return (
    <span className="flex max-w-1/2 flex-none items-center gap-1 text-xs text-ink-subtle">
      <span
        aria-hidden="true"
        data-mark=""
        className="grid size-4 flex-none place-items-center rounded-xs bg-accent text-on-accent [&>svg]:size-3"
      >
        <Picture src={picture} className="size-full rounded-xs object-cover">
          <Icon />
        </Picture>
      </span>
      <bdi className="clip-line min-w-0">{name}</bdi>
    </span>
  );
}
