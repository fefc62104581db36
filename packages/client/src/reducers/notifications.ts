import type { FrameOf, Notification, NotificationPage, NotificationsRead } from "@colbin/protocol";
import type { ChatState, NotificationFeed } from "../chat-state.ts";

/** Of a change of the feed that has this number: what it is to the state, which takes them one after the other. */
export function placeOfRev({ notifications }: ChatState, rev: number): "known" | "next" | "later" {
  const known = notifications.rev;
  if (known === undefined || rev > known + 1) return "later";
  return rev === known + 1 ? "next" : "known";
}

type Counts = Pick<NotificationPage, "rev" | "unreadCount">;
type Told = Pick<FrameOf<"SERVER_NOTIFICATION">, "notification"> & Counts;

/** How many are unread, as it was read: what was loaded of the feed stays. */
export function withUnreadNotifications(
  state: ChatState,
  { rev, unreadCount }: Counts,
  feed: NotificationFeed | undefined = state.notifications.feed,
): ChatState {
  return { ...state, notifications: { rev, unreadCount, feed } };
}

/** Something new, or more of the same, which comes to the front. */
export function withNotification(state: ChatState, { notification, ...counts }: Told): ChatState {
  return withResults(state, counts, (results) => [
    notification,
    ...results.filter(({ id }) => id !== notification.id),
  ]);
}

/** Read here or on another device. */
export function withNotificationsRead(state: ChatState, read: NotificationsRead): ChatState {
  const { id, before, readAt, ...counts } = read;
  const isMeant = (each: Notification) =>
    each.id === id || (before !== null && each.updatedAt <= before);
  return withResults(state, counts, (results) =>
    results.map((each) => (each.readAt === null && isMeant(each) ? { ...each, readAt } : each)),
  );
}

/** A page behind those that are loaded; what came to the front meanwhile stays there alone. */
export function withMoreNotifications(state: ChatState, page: NotificationPage): ChatState {
  const { feed } = state.notifications;
  if (!feed) return state;
  const known = new Set(feed.results.map(({ id }) => id));
  const results = [...feed.results, ...page.results.filter(({ id }) => !known.has(id))];
  return withUnreadNotifications(state, state.notifications as Counts, { ...page, results });
}

function withResults(
  state: ChatState,
  counts: Counts,
  change: (results: readonly Notification[]) => readonly Notification[],
): ChatState {
  const { feed } = state.notifications;
  return withUnreadNotifications(state, counts, feed && { ...feed, results: change(feed.results) });
}
