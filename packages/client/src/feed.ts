import {
  isInTab,
  notificationTabs,
  type FeedState,
  type Notification,
  type NotificationChanged,
  type NotificationTab,
  type NotificationsRead,
  type WorkspaceId,
} from "@colbin/protocol";
import { counted, withUnreadNotifications } from "./notifications.ts";
import type { ListHost } from "./list-host.ts";
import { createSyncedList, type SyncedList } from "./synced-list.ts";

/** An act of the person on one notification. */
export type FeedAct =
  | { readonly kind: "read" | "unread" | "done" | "undone" | "unsnooze" }
  | { readonly kind: "snooze"; readonly until: string };

/** By `feedKey`: each tab, over all workspaces or in one. */
export interface Feed extends SyncedList<Notification> {
  /** On all devices; shown at once, and taken back where it fails, as with NOTIFICATION_NOT_FOUND for one that is gone. */
  readonly act: (notification: Notification, act: FeedAct) => Promise<void>;
  /** Reads how many are unread: for what is told to many at once, without a frame for each. */
  readonly count: () => Promise<unknown>;
  /** Marks all of a list as read that had come when the newest that is loaded did. */
  readonly markAllRead: (key?: string) => Promise<void>;
}

const PAGE_SIZE = 20;
/** They are of the account: wherever the session works. */
const anywhere = { workspaceId: null };

/** The key of a list: a tab, over all workspaces or in one. */
export function feedKey(tab: NotificationTab = "all", workspaceId?: WorkspaceId): string {
  return workspaceId === undefined ? tab : `${tab} ${workspaceId}`;
}

function readKey(key: string): { tab: NotificationTab; workspaceId: WorkspaceId | undefined } {
  const [name, workspaceId] = key.split(" ");
  const tab = notificationTabs.find((each) => each === name) ?? "all";
  return { tab, workspaceId: workspaceId as WorkspaceId | undefined };
}

function isInList(key: string, notification: Notification): boolean {
  const { tab, workspaceId } = readKey(key);
  const isHere = workspaceId === undefined || notification.workspaceId === workspaceId;
  return isHere && isInTab(tab, notification);
}

/** The notification as it will be, as far as this device can know. */
function withAct(notification: Notification, act: FeedAct, now: string): Notification {
  const { readAt, doneAt } = notification;
  switch (act.kind) {
    case "read":
      return { ...notification, readAt: readAt ?? now, snoozedUntil: null };
    case "unread":
      return { ...notification, readAt: null, doneAt: null };
    case "done":
      return { ...notification, readAt: readAt ?? now, doneAt: now, snoozedUntil: null };
    case "undone":
      return { ...notification, readAt: readAt === doneAt ? null : readAt, doneAt: null };
    case "snooze":
      return { ...notification, readAt: null, doneAt: null, snoozedUntil: act.until };
    case "unsnooze":
      return { ...notification, snoozedUntil: null };
  }
}

/** The notifications of the person, from the newest on; changes of the list are numbered. */
export function createFeed(host: ListHost): Feed {
  const { store, call } = host;
  /** Rows as they will be when what is under way is done: older news of them changes nothing. */
  const wished = new Map<string, Notification>();
  const asWished = (row: Notification): Notification => wished.get(row.id) ?? row;
  const list = createSyncedList<Notification>(host, {
    name: "feed",
    id: ({ id }) => id,
    belongs: isInList,
    compare: byNewest,
    async read(key, cursor) {
      const { tab, workspaceId } = readKey(key);
      const query = {
        tab,
        limit: PAGE_SIZE,
        ...(workspaceId !== undefined && { workspaceId }),
        ...(cursor !== undefined && { cursor }),
      };
      const page = await counted(host, () => call("listNotifications", { query }, anywhere));
      const results = page.results.map(asWished).filter((row) => isInList(key, row));
      return { ...page, results };
    },
  });

  function takeRead(read: NotificationsRead): void {
    const { id, before, tab, workspaceId, readAt, rev } = read;
    const key = feedKey(tab, workspaceId ?? undefined);
    const isMeant = (each: Notification) =>
      each.readAt === null &&
      (each.id === id || (before !== null && each.updatedAt <= before && isInList(key, each)));
    list.change(
      ({ results, key: shown }) =>
        results
          .map((each) => (isMeant(each) ? { ...each, readAt } : each))
          .filter((each) => isInList(shown, each)),
      rev,
    );
  }
  function takeChanged(changed: NotificationChanged): void {
    store.update((state) => withUnreadNotifications(state, changed));
    list.put(asWished(changed.notification), changed.rev);
  }

  host.onNews((news) => {
    if (news.part !== "feed") return;
    const told = news.told ?? news.changed;
    if (told) list.put(asWished(told.notification), told.rev);
    else if (news.read) takeRead(news.read);
    else list.look();
  });
  /** One after the other, so that the last of several on one row counts. */
  let last: Promise<unknown> = Promise.resolve();

  return {
    ...list,
    async act(notification, act) {
      const { id } = notification;
      const wish = withAct(asWished(notification), act, new Date().toISOString());
      wished.set(id, wish);
      list.put(wish);
      const done = last.then(() => send(host, id, act));
      last = done.catch(() => undefined);
      try {
        const changed = await done;
        if (wished.get(id) === wish) wished.delete(id);
        takeChanged(changed);
      } catch (cause) {
        if (wished.get(id) === wish) wished.delete(id);
        list.put(asWished(notification));
        list.look();
        throw cause;
      }
    },
    count: () => counted(host, () => call("getUnreadNotifications", {}, anywhere)),
    async markAllRead(key = "") {
      const before = list.of(store.getSnapshot(), key)?.results?.[0]?.updatedAt;
      if (before === undefined) return;
      const { tab, workspaceId = null } = readKey(key);
      const body = { before, tab, workspaceId };
      const reply: FeedState = await call("markAllNotificationsRead", { body }, anywhere);
      store.update((state) => withUnreadNotifications(state, reply));
      takeRead({ id: null, ...body, readAt: new Date().toISOString(), ...reply });
    },
  };
}

function byNewest(one: Notification, other: Notification): number {
  if (one.updatedAt !== other.updatedAt) return one.updatedAt > other.updatedAt ? -1 : 1;
  return one.id > other.id ? -1 : 1;
}

function send({ call }: ListHost, id: string, act: FeedAct): Promise<NotificationChanged> {
  const input = { params: { id } };
  switch (act.kind) {
    case "read":
      return call("markNotificationRead", input, anywhere);
    case "unread":
      return call("markNotificationUnread", input, anywhere);
    case "done":
      return call("markNotificationDone", input, anywhere);
    case "undone":
      return call("markNotificationUndone", input, anywhere);
    case "snooze":
      return call("snoozeNotification", { ...input, body: { until: act.until } }, anywhere);
    case "unsnooze":
      return call("snoozeNotification", { ...input, body: { until: null } }, anywhere);
  }
}
