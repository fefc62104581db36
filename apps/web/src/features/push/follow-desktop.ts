import type { News } from "@colbin/client";
import type { FrameOf, NotificationsRead, RoomId, Subscription } from "@colbin/protocol";
import { isShown } from "#web/features/sound/hearing.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { guardedHistory } from "#web/lib/routing/history.ts";
import { claimMessage, followDesktopMessages } from "./desktop-messages.ts";
import { forgetTold, syncPush } from "./push-device.ts";
import { findWorker, listenToPresses, needWorker } from "./registration.ts";

type Told = FrameOf<"SERVER_NOTIFICATION">;

const ICON = "/icon.png";

/** Rooms of which this tab shows a message. */
const shownRooms = new Set<RoomId>();
let isFollowing = false;

/**
 * From now on what the person is told of is shown outside of the page, where they allow it, once for all tabs, and goes when it is
 * read anywhere; a press opens it here (specification, section 7).
 */
export function followDesktop(): void {
  if (isFollowing) return;
  isFollowing = true;
  chat.lists.onNews((news) => void take(news).catch(() => undefined));
  followDesktopMessages({ isOn: () => findPreferences() !== undefined, show: showMessage });
  chat.store.subscribe(() => void closeRead().catch(() => undefined));
  listenToPresses((url) => guardedHistory.push(url));
  account.session.subscribe(() => {
    if (!account.session.getSnapshot().user) forgetTold();
  });
  void syncPush().catch(() => undefined);
}

async function take(news: News): Promise<void> {
  if (news.part !== "feed") return;
  if (news.told) await show(news.told);
  else if (news.read) await close(news.read);
  else if (news.changed?.notification.readAt)
    await close({ id: news.changed.notification.id, before: null });
}

async function show({ id, title, body, icon, url, rev, notification }: Told): Promise<void> {
  const preferences = findPreferences();
  if (!preferences) return;
  if (!(await isShown(notification))) return;
  const { facts, updatedAt } = notification;
  // The push of a message has its id.
  const ownId = "messageId" in facts && facts.messageId ? facts.messageId : `${id} ${rev}`;
  if (!(await claimMessage(ownId))) return;
  // A message has the sound of the chat.
  const silent = !preferences.sound || notification.type.startsWith("MESSAGE_");
  const data = { id: ownId, url: url ?? "/", updatedAt };
  await put(title, { body, tag: id, icon: icon ?? ICON, silent, data });
}

/** Shows the last message of a room that is not in the feed. */
async function showMessage({ roomId, roomName, sessionRoomSlug, ...room }: Subscription) {
  const { lastMessage } = room;
  if (!lastMessage) return;
  const { id, text } = lastMessage;
  // It is not in the feed, and so not read with it.
  const data = { id, url: `/chat/${sessionRoomSlug}?message=${id}`, updatedAt: null };
  shownRooms.add(roomId);
  await put(roomName, { body: text, tag: roomId, icon: ICON, silent: true, data });
}

/** A push of the same takes its place, and is not beside it. */
async function put(title: string, told: NotificationOptions): Promise<void> {
  const options: NotificationOptions & { readonly renotify: boolean } = { ...told, renotify: true };
  await (await needWorker()).showNotification(title, options);
}

/** Messages of rooms that have nothing unread any more are gone from the desktop. */
async function closeRead(): Promise<void> {
  const { subscriptions } = chat.store.getSnapshot();
  for (const roomId of shownRooms) {
    if ((subscriptions.get(roomId)?.unreadCount ?? 0) > 0) continue;
    shownRooms.delete(roomId);
    await close({ id: roomId, before: null });
  }
}

/** Undefined where the person, or this browser, shows nothing on the desktop. */
function findPreferences() {
  const preferences = account.session.getSnapshot().user?.preferences;
  const isAllowed = "Notification" in window && Notification.permission === "granted";
  return isAllowed && preferences?.desktop === true ? preferences : undefined;
}

async function close({
  id,
  before,
}: Pick<NotificationsRead, "before"> & { readonly id: string | null }): Promise<void> {
  const worker = await findWorker();
  for (const shown of (await worker?.getNotifications()) ?? []) {
    const { updatedAt = "" } = (shown.data ?? {}) as { readonly updatedAt?: string | null };
    const isOlder = before !== null && updatedAt !== null && updatedAt <= before;
    if (shown.tag === id || isOlder) shown.close();
  }
}
