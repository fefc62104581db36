import type { RoomId, RoomNotifications, Subscription } from "@colbin/protocol";
import { claim } from "#web/features/sound/claim.ts";
import { listenToNews } from "#web/features/sound/listen-to-news.ts";
import type { News } from "#web/features/sound/news.ts";
import { isQuietNow } from "#web/features/sound/quiet-now.ts";
import { isInSight } from "#web/features/sound/sight.ts";
import { chat } from "#web/lib/api/chat.ts";

/** A room is told of so often at most, as by pushes (rules-notifications 20). */
const ROOM_GAP_MS = 10_000;
/** A mention by name is told by a frame of its own, which is there by then. */
const MENTION_MS = 1_500;
/** A level that was chosen elsewhere counts after this time. */
const LEVELS_KEPT_MS = 60_000;

interface Levels {
  readonly at: number;
  readonly isAllMuted: boolean;
  readonly rooms: ReadonlyMap<string, RoomNotifications["level"]>;
}

type Show = (room: Subscription) => Promise<void>;

let known: Levels | undefined;

/**
 * Calls back with each message of another person that is not on the screen and that the person hears of by the level of its room, in one
 * tab, unless it was claimed as told before (rules-notifications 12, 13).
 */
export function followDesktopMessages({
  isOn,
  show,
}: {
  readonly isOn: () => boolean;
  readonly show: Show;
}): void {
  chat.lists.onNews(({ part }) => {
    if (part === "mutes") known = undefined;
  });
  listenToNews((news) => {
    if (isOn()) void tell(news, show).catch(() => undefined);
  });
}

/** True once for each message, in one tab. */
export function claimMessage(messageId: string): Promise<boolean> {
  return claim(`colbin-desktop:${messageId}`, ROOM_GAP_MS);
}

async function tell({ roomId, messageId, isMention }: News, show: Show): Promise<void> {
  const isCall = isMention && findRoom(roomId)?.roomType === "channel";
  if (isCall) await new Promise((resolve) => setTimeout(resolve, MENTION_MS));
  const room = findRoom(roomId);
  if (!room || room.unreadCount === 0 || (await isInSight(roomId)) || (await isQuietNow())) return;
  const { isAllMuted, rooms } = await readLevels();
  const level = rooms.get(room.sessionRoomSlug);
  if (isAllMuted || !(level === "all" || (level === "mentions" && isCall))) return;
  if (!(await claim(`colbin-desktop:${roomId}`, ROOM_GAP_MS))) return;
  if (await claimMessage(messageId)) await show(room);
}

function findRoom(roomId: RoomId): Subscription | undefined {
  return chat.store.getSnapshot().subscriptions.get(roomId);
}

/** The levels of all rooms; asked for once a minute at most. */
async function readLevels(): Promise<Levels> {
  if (known && Date.now() - known.at < LEVELS_KEPT_MS) return known;
  const { all, results } = await chat.lists.call("listNotificationSettings", {});
  const rooms = new Map(results.map(({ sessionRoomSlug, level }) => [sessionRoomSlug, level]));
  known = { at: Date.now(), isAllMuted: all.muted, rooms };
  return known;
}
