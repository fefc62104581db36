import type { News } from "@colbin/client";
import {
  channelDefaults,
  type FrameOf,
  type NotificationsRead,
  type RoomId,
} from "@colbin/protocol";
import { claim } from "#web/features/sound/claim.ts";
import { isInSight } from "#web/features/sound/sight.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { guardedHistory } from "#web/lib/routing/history.ts";
import { forgetTold, syncPush } from "./push-device.ts";
import { findWorker, listenToPresses, needWorker } from "./registration.ts";

type Told = FrameOf<"SERVER_NOTIFICATION">;

const ICON = "/icon.png";
/** A tab that hears of it later than that would show it a second time. */
const MEMORY_MS = 10_000;

let isFollowing = false;

/**
 * From now on what the person is told of is shown outside of the page, where they allow it, once for all tabs, and goes when it is
 * read anywhere; a press opens it here (specification, section 7).
 */
export function followDesktop(): void {
  if (isFollowing) return;
  isFollowing = true;
  chat.lists.onNews((news) => void take(news).catch(() => undefined));
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
  const preferences = account.session.getSnapshot().user?.preferences;
  if (!preferences?.desktop || !isAllowed()) return;
  // A type that only stands in the list does not interrupt.
  if (!channelDefaults[notification.type].PUSH) return;
  const roomId = roomOf(notification);
  if (roomId !== undefined && (await isInSight(roomId))) return;
  if (!(await claim(`colbin-desktop:${id}:${rev}`, MEMORY_MS))) return;
  const worker = await needWorker();
  const options: NotificationOptions & { readonly renotify: boolean } = {
    body,
    // A push of the same takes its place, and is not beside it.
    tag: id,
    renotify: true,
    icon: icon ?? ICON,
    // A message has the sound of the chat.
    silent: !preferences.sound || notification.type.startsWith("MESSAGE_"),
    data: { id: `${id} ${rev}`, url: url ?? "/", updatedAt: notification.updatedAt },
  };
  await worker.showNotification(title, options);
}

function isAllowed(): boolean {
  return "Notification" in window && Notification.permission === "granted";
}

/** The room where it can be seen by itself. */
function roomOf({ type, facts }: Told["notification"]): RoomId | undefined {
  return type.startsWith("MESSAGE_") && "roomId" in facts ? facts.roomId : undefined;
}

async function close({ id, before }: Pick<NotificationsRead, "id" | "before">): Promise<void> {
  const worker = await findWorker();
  for (const shown of (await worker?.getNotifications()) ?? []) {
    const { updatedAt = "" } = (shown.data ?? {}) as { readonly updatedAt?: string };
    if (shown.tag === id || (before !== null && updatedAt <= before)) shown.close();
  }
}
