import { feedKey } from "@colbin/client";
import type { Notification, NotificationTab } from "@colbin/protocol";
import { feed } from "#web/features/notifications/feed.ts";
import { markRead } from "#web/features/notifications/feed-acts.ts";
import { NotificationRow } from "#web/features/notifications/NotificationRow.tsx";
import { useList } from "#web/lib/api/use-list.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { DashboardPart } from "./DashboardPart.tsx";

/** So many stand here; the others are on their page. */
const SHOWN = 5;

/** The unread notifications of a tab, over all workspaces, as far as they are loaded. */
export function useTold(tab: NotificationTab): readonly Notification[] {
  const { results = [] } = useList(feed, feedKey(tab));
  return results.filter(({ readAt }) => readAt === null);
}

interface ToldPartProps {
  title: Text;
  rows: readonly Notification[];
  /** Their page. */
  link: { readonly to: string; readonly text: Text };
}

/** The newest of them; each leads to what it tells of. */
export function ToldPart({ title, rows, link }: ToldPartProps) {
  if (rows.length === 0) return null;
  return (
    <DashboardPart title={t(title)} count={rows.length} link={link}>
      <ul className="-mx-2.5">
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.id}>
            <NotificationRow notification={row} hasMark onRead={() => markRead(row)} />
          </li>
        ))}
      </ul>
    </DashboardPart>
  );
}
