import type { InputOf, ReplyOf, RoomNotifications, Muted } from "@colbin/protocol";
import { endMutes, setMute } from "#server/features/participants/participants.service.ts";
import { numberPersonalEvent } from "#server/features/personal-events/personal-events.service.ts";
import { requireSubscribedRoom } from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError, notAllowed } from "#server/platform/app-error.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { findMuteOfAll, listMutes, updateMuteOfAll, type MuteRow } from "./muting.queries.ts";
import { pushRooms, type SubscriptionDeps } from "./subscriptions.service.ts";
import { toMute, toRoomNotifications } from "./subscriptions.view.ts";

const MINUTE_MS = 60_000;
/** Of one look; whoever was muted longer hears of it with the next one. */
const ENDED_AT_ONCE = 1_000;

/** What the caller wants to hear of each of their rooms in the active workspace, and whether they have muted everything. */
export async function listNotificationSettings(
  { db, clock }: SubscriptionDeps,
  actor: Actor,
): Promise<ReplyOf<"listNotificationSettings">> {
  const now = clock.now();
  const rows = await listMutes(db, actor);
  const all = toMute(await findMuteOfAll(db, actor.userId), now);
  return { all, results: rows.map((row) => toRoomNotifications(row, now)) };
}

type Change = InputOf<"updateNotificationSettings">["body"];

/**
 * Changes what is sent, on all devices of the caller (rules-rooms 48, 49). An end of the mute that has passed is VALIDATION_ERROR, a
 * room that they are not in SUBSCRIPTION_NOT_FOUND.
 */
export async function changeNotifications(
  deps: SubscriptionDeps,
  actor: Actor,
  slug: string,
  change: Change,
): Promise<RoomNotifications> {
  return toRoomNotifications(await setNotifications(deps, actor, slug, change), deps.clock.now());
}

/** The same, as it is stored. */
export async function setNotifications(
  deps: SubscriptionDeps,
  actor: Actor,
  slug: string,
  { muted, mutedUntil, level }: Change,
): Promise<MuteRow> {
  const { db, clock } = deps;
  const room = await requireSubscribedRoom(db, actor, slug);
  const mute = muted === undefined ? undefined : requireMute({ muted, mutedUntil }, clock.now());
  await setMute(db, { roomId: room.id, userId: actor.userId }, { mute, level });
  await pushRooms(deps, actor, [room.id]);
  const [row] = await listMutes(db, actor, room.slug);
  if (!row) throw new AppError("SUBSCRIPTION_NOT_FOUND");
  return row;
}

/** Mutes a room of the caller for so many minutes. */
export function muteTemporarily(
  deps: SubscriptionDeps,
  actor: Actor,
  slug: string,
  minutes: number,
): Promise<RoomNotifications> {
  const mutedUntil = new Date(deps.clock.now().getTime() + minutes * MINUTE_MS).toISOString();
  return changeNotifications(deps, actor, slug, { muted: true, mutedUntil });
}

/** One switch of the person over all rooms, in every workspace and on every device; what was chosen for a room stays (rules-rooms 51). */
export async function muteAll(
  { db, clock, live }: SubscriptionDeps,
  actor: Actor,
  change: InputOf<"muteAll">["body"],
): Promise<ReplyOf<"muteAll">> {
  const now = clock.now();
  const mute = requireMute(change, now);
  const { userId } = actor;
  const rev = await runTransaction(db, async (tx) => {
    await updateMuteOfAll(tx, userId, mute);
    return numberPersonalEvent(tx, userId);
  });
  const data = toMute(mute, now);
  live.sendToPerson(userId, { type: "SERVER_PERSONAL_EVENT", event: "all_muted", rev, data });
  return data;
}

/** Temporary mutes end when they are due, on all devices of whoever muted (rules-rooms 49). */
export async function unmuteDue(deps: SubscriptionDeps): Promise<void> {
  const ended = await endMutes(deps.db, deps.clock.now(), ENDED_AT_ONCE);
  const people = Map.groupBy(ended, ({ workspaceId, userId }) => `${workspaceId} ${userId}`);
  for (const places of people.values()) {
    const [who] = places;
    if (!who) continue;
    const roomIds = places.map(({ roomId }) => roomId);
    await pushRooms(deps, who, roomIds);
  }
}

function requireMute(
  { muted, mutedUntil = null }: { readonly muted: boolean; readonly mutedUntil?: string | null },
  now: Date,
): Muted {
  const until = muted && mutedUntil !== null ? new Date(mutedUntil) : null;
  if (until && until <= now) throw notAllowed("mutedUntil");
  return { isMuted: muted, mutedUntil: until };
}
