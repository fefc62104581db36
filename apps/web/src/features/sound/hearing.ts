import {
  decideNotification,
  type Notification,
  type NotificationPreferences,
} from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import type { News } from "./news.ts";
import { findQuietUntil } from "./quiet-now.ts";
import { isInSight } from "./sight.ts";
import { ofMessage, ofRow, type Now, type Way, type Wishes } from "./situations.ts";

/*
 * The sound of the chat and the notifications of the desktop are decided here, both as the server decides its pushes (rules-notifications
 * 12).
 */

/** A level that was chosen elsewhere counts after this time. */
const WISHES_KEPT_MS = 60_000;
let known: { readonly key: string; readonly at: number; readonly wishes: Wishes } | undefined;

/** Forgets what is known with each change, on whatever device it is made. */
export function followWishes(): void {
  chat.lists.onNews(({ part }) => {
    if (part === "mutes" || part === "notification-settings") known = undefined;
  });
}

/** The first of these messages that the person is told of in this way. */
export async function findHeard(news: readonly News[], way: Way): Promise<News | undefined> {
  for (const each of news) {
    const room = chat.store.getSnapshot().subscriptions.get(each.roomId);
    if (!room) continue;
    const isRead = room.unreadCount === 0 || (await isInSight(each.roomId));
    const situation = ofMessage(each, room, way, await readNow(isRead));
    if (decideNotification(situation).result === "send") return each;
  }
  return undefined;
}

/** Is this row of the feed, which has just come, shown on the desktop? */
export async function isShown(notification: Notification): Promise<boolean> {
  const { type, facts } = notification;
  // A message can be seen by itself, in its room.
  const roomId = type.startsWith("MESSAGE_") && "roomId" in facts ? facts.roomId : undefined;
  const isRead = roomId !== undefined && (await isInSight(roomId));
  const room = roomId && chat.store.getSnapshot().subscriptions.get(roomId);
  const situation = ofRow(notification, room, await readNow(isRead));
  return decideNotification(situation).result === "send";
}

async function readNow(isRead: boolean): Promise<Now> {
  const workspaceId = account.workspaceId() ?? null;
  const quietUntil = await findQuietUntil();
  return { now: new Date(), wishes: await readWishes(), workspaceId, quietUntil, isRead };
}

async function readWishes(): Promise<Wishes> {
  const { user } = account.session.getSnapshot();
  const key = `${user?.id} ${account.workspaceId()}`;
  const now = Date.now();
  if (known?.key === key && now - known.at < WISHES_KEPT_MS) return known.wishes;
  const wishes = await askForWishes(user?.role === "GUEST");
  known = { key, at: now, wishes };
  return wishes;
}

/** Link guests have levels of their room alone (rules-identity 24). */
async function askForWishes(isGuest: boolean): Promise<Wishes> {
  if (!isGuest) {
    const { rooms, ...wishes } = await chat.lists.call("getNotificationPreferences", {});
    return { ...wishes, levels: toLevels(rooms) };
  }
  const { all, results } = await chat.lists.call("listNotificationSettings", {});
  return { channels: [], mutedWorkspaces: [], all, levels: toLevels(results) };
}

function toLevels(rooms: NotificationPreferences["rooms"]): Wishes["levels"] {
  return new Map(rooms.map(({ sessionRoomSlug, level }) => [sessionRoomSlug, level]));
}
