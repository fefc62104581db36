import { PRESENCE_ONLINE_MS, type PersonState, type RoomId, type UserId } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { SocketSession } from "#server/platform/realtime/handler.ts";
import { ActivityLog } from "./activity.service.ts";
import { countActive, listCards } from "./presence.queries.ts";
import { toPersonState } from "./presence.view.ts";
import { Watching, type WatchingDeps } from "./watching.service.ts";

export { toVisibleStatus } from "./presence.rules.ts";

/** How many people of a room are online, as the others see it. */
export function countOnline(db: Db, roomId: RoomId, now: Date): Promise<number> {
  return countActive(db, roomId, new Date(now.getTime() - PRESENCE_ONLINE_MS));
}

/** How these people are now, as others see them; whether the caller may is judged before. */
export async function readStates(
  db: Db,
  ids: readonly UserId[],
  now: Date,
): Promise<ReadonlyMap<UserId, PersonState>> {
  if (ids.length === 0) return new Map();
  const cards = await listCards(db, ids);
  return new Map(cards.map((card) => [card.id, toPersonState(card, now)]));
}

/** When these people were last active, to the moment: for those who may know it (rules-identity 46). */
export async function readActivity(
  db: Db,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, Date>> {
  const cards = await listCards(db, ids);
  return new Map(cards.flatMap(({ id, activeAt }) => (activeAt ? [[id, activeAt]] : [])));
}

/** Who is there, and what others see of somebody (rules-rooms 52 to 54). */
export interface Presence {
  /** Something that others see of a person (name, picture, status, whether they are invisible) has changed, and is committed. */
  changed(userId: UserId): void;
  /** There is a block between the two now, committed: neither sees the other any more. */
  parted(one: UserId, other: UserId): void;
  /** The person has touched a device just now; once a minute counts. */
  noteActive(actor: Pick<Actor, "userId">): void;
  watch(session: SocketSession, userIds: readonly UserId[], requestId: string): Promise<void>;
  /** Whom the person of a socket may see is judged anew. */
  recheckVisibility(session: SocketSession): Promise<void>;
  /** Settles when what was noted is written. */
  close(): Promise<void>;
}

/** The presence of the people who are watched on this process, and the activity of those who are connected to it. */
export function createPresence(deps: WatchingDeps): Presence {
  const watching = new Watching(deps);
  const activity = new ActivityLog({ ...deps, onNews: (id) => watching.changed(id) });
  return {
    changed(userId) {
      activity.forget(userId);
      watching.changed(userId);
    },
    parted: (one, other) => watching.parted(one, other),
    noteActive: (actor) => activity.note(actor),
    watch: (session, userIds, requestId) => watching.watch(session, userIds, requestId),
    recheckVisibility: (session) => watching.recheckVisibility(session),
    async close() {
      await activity.close();
      watching.close();
    },
  };
}
