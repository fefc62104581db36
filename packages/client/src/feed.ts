import type { FeedState, Notification, NotificationsRead } from "@colbin/protocol";
import { counted, withUnreadNotifications } from "./notifications.ts";
import type { ListHost } from "./list-host.ts";
import { createSyncedList, type SyncedList } from "./synced-list.ts";

export interface Feed extends SyncedList<Notification> {
  /** Read, on all devices. Fails with NOTIFICATION_NOT_FOUND for one that is not there any more. */
  readonly markRead: (id: string) => Promise<void>;
  /** The same with all that had come when the newest that is loaded did. */
  readonly markAllRead: () => Promise<void>;
}

const PAGE_SIZE = 20;
/** They are of the account: wherever the session works. */
const anywhere = { workspaceId: null };

/** The notifications of the person, from the newest on; changes of the list are numbered. */
export function createFeed(host: ListHost): Feed {
  const { store, call } = host;
  const list = createSyncedList<Notification>(host, {
    name: "feed",
    id: ({ id }) => id,
    read(_, cursor) {
      const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
      return counted(host, () => call("listNotifications", { query }, anywhere));
    },
  });

  function takeRead({ id, before, readAt, rev }: NotificationsRead): void {
    const isMeant = (each: Notification) =>
      each.readAt === null && (each.id === id || (before !== null && each.updatedAt <= before));
    list.change(
      ({ results }) => results.map((each) => (isMeant(each) ? { ...each, readAt } : each)),
      rev,
    );
  }
  function takeOwn(of: Pick<NotificationsRead, "id" | "before">, reply: FeedState): void {
    store.update((state) => withUnreadNotifications(state, reply));
    takeRead({ ...of, readAt: new Date().toISOString(), ...reply });
  }

  host.onNews((news) => {
    if (news.part !== "feed") return;
    if (news.told) list.put(news.told.notification, news.told.rev);
    else if (news.read) takeRead(news.read);
    else list.look();
  });
  return {
    ...list,
    async markRead(id) {
      const reply = await call("markNotificationRead", { params: { id } }, anywhere);
      takeOwn({ id, before: null }, reply);
    },
    async markAllRead() {
      const before = list.of(store.getSnapshot())?.results?.[0]?.updatedAt;
      if (before === undefined) return;
      const reply = await call("markAllNotificationsRead", { body: { before } }, anywhere);
      takeOwn({ id: null, before }, reply);
    },
  };
}
