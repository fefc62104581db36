import type { ReplyOf } from "@colbin/protocol";
import type { Config } from "#server/config.ts";
import { countOnline } from "#server/features/presence/presence.service.ts";
import { mayHaveGuests } from "#server/features/workspaces/workspaces.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { requireOwnPlace, requireVisibleRoom } from "./rooms.access.ts";
import { isReachable } from "./reading.queries.ts";
import { findRoomBySlug } from "./rooms.queries.ts";
import { isInRoom, maySeeRoom } from "./rooms.rules.ts";
import { toRoomSettingsView } from "./rooms.view.ts";

/** Whether the caller sees a room of this address. */
export async function hasRoom(db: Db, actor: Actor, slug: string): Promise<ReplyOf<"findRoom">> {
  const room = await findRoomBySlug(db, actor, slug);
  return { exists: room !== undefined && maySeeRoom(room) };
}

/** What the room has chosen, and what the caller may do in it; for its participants. */
export async function getRoomSettings(
  { db, ...config }: Pick<Config, "guestLinks"> & { readonly db: Db },
  actor: Actor,
  slug: string,
): Promise<ReplyOf<"getRoomSettings">> {
  const room = await requireOwnPlace(db, actor, slug);
  return toRoomSettingsView(room, await mayHaveGuests(db, actor, config));
}

/** Numbers about a room, for its participants; FORBIDDEN for whoever only sees it. */
export async function getRoomStats(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  actor: Actor,
  slug: string,
): Promise<ReplyOf<"getRoomStats">> {
  const room = await requireVisibleRoom(db, actor, slug);
  if (!isInRoom(room)) throw new AppError("FORBIDDEN");
  return {
    messageCount: room.lastMsgNo,
    participantCount: room.memberCount,
    onlineCount: await countOnline(db, room.id, clock.now()),
    lastActivityAt: room.lastActivityAt.toISOString(),
    createdAt: room.createdAt.toISOString(),
  };
}

/** Answers as long as the database does. */
export async function getChatHealth(db: Db): Promise<ReplyOf<"getChatHealth">> {
  if (!(await isReachable(db))) throw new AppError("DB_UNAVAILABLE");
  return { status: "ok" };
}
