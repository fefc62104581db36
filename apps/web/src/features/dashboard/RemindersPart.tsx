import type { Reminder } from "@colbin/protocol";
import { Bell } from "lucide-react";
import { Link } from "#web/design/button/Link.tsx";
import { momentText } from "#web/design/form/near-times.ts";
import { LATER_PATH } from "#web/features/saved/constants.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { useNews } from "#web/lib/api/use-news.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useMinute } from "#web/lib/language/use-today.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { messagePath } from "#web/lib/routing/paths.ts";
import { DashboardPart } from "./DashboardPart.tsx";
import { lineLook } from "./line-look.ts";
import { dashboardTexts } from "./texts.ts";

/** So many stand here; the others are on their page. */
const SHOWN = 5;

/** The reminders of the person in the workspace, the next first. */
export function useReminders(): readonly Reminder[] {
  const { data } = useCall("listReminders", {});
  useNews("listReminders", "saved");
  // One that is due is in the feed from then on.
  useNews("listReminders", "feed");
  return data?.results ?? [];
}

export function RemindersPart({ reminders }: { reminders: readonly Reminder[] }) {
  if (reminders.length === 0) return null;
  return (
    <DashboardPart
      title={t(dashboardTexts.reminders)}
      count={reminders.length}
      link={{ to: LATER_PATH, text: dashboardTexts.later }}
    >
      <ul>
        {reminders.slice(0, SHOWN).map((reminder) => (
          <li key={reminder.id}>
            <ReminderLine reminder={reminder} />
          </li>
        ))}
      </ul>
    </DashboardPart>
  );
}

function ReminderLine({ reminder }: { reminder: Reminder }) {
  const { note, remindAt, roomId, messageId } = reminder;
  const room = useStore(chat.store, ({ subscriptions }) =>
    roomId === null ? undefined : subscriptions.get(roomId),
  );
  const at = new Date(remindAt);
  const now = new Date(useMinute());
  const of = room && t(dashboardTexts.messageIn, { room: room.roomName });
  const to = room && messageId ? messagePath(room.sessionRoomSlug, messageId) : LATER_PATH;
  const words = note === "" ? (of ?? t(dashboardTexts.ofMessage)) : note;
  return (
    <Link to={to} className={lineLook}>
      <Bell className="justify-self-center text-ink-subtle" aria-hidden="true" />
      <span className="min-w-0">
        <bdi className="clip-line block font-medium">{words}</bdi>
        {note !== "" && of !== undefined && (
          <span className="clip-line block text-xs text-ink-subtle">{of}</span>
        )}
      </span>
      <time dateTime={remindAt} className="text-xs text-ink-subtle tabular-nums">
        {momentText(at, now)}
      </time>
    </Link>
  );
}
