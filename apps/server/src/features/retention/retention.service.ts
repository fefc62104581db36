import { strictestRetention, type RoomId } from "@colbin/protocol";
import { expireFiles, type FileExpiryDeps } from "#server/features/files/expiring.service.ts";
import { appendEvent, deleteLog, type Changes } from "#server/features/log/log.service.ts";
import {
  expireMessages,
  findBeginning,
  type ExpiryDeps,
} from "#server/features/messages/expiring.service.ts";
import { appendSystemLine, hasLine } from "#server/features/messages/messages.service.ts";
import { passPurged } from "#server/features/participants/marks.service.ts";
import { requireLockedRoom } from "#server/features/rooms/rooms.access.ts";
import { lockRoom, notePurged } from "#server/features/rooms/rooms.service.ts";
import { passPurgedReplies } from "#server/features/threads/threads.service.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { actOnEach } from "#server/platform/jobs/each.ts";
import type { RetentionChange } from "./kinds.jobs.ts";
import { listAffectedRooms, listFileLimits, listLimitedRooms } from "./retention.queries.ts";
import { messagesPurgedKind } from "./retention.view.ts";

/* Old messages are deleted for good where the workspace or the room wants that (rules-messages 63). */

export interface RetentionDeps extends ExpiryDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Changes;
}

const DAY_MS = 24 * 60 * 60_000;
/** Entries of a log that one statement deletes. */
const LOG_PORTION = 1_000;

/** Deletes what is too old in every room. Idempotent, and goes on wherever it was cut off. */
export async function purgeExpired(deps: RetentionDeps): Promise<void> {
  await actOnEach(await listLimitedRooms(deps.db), ({ roomId, days }) =>
    naming(roomId, async () => {
      const before = new Date(deps.clock.now().getTime() - days * DAY_MS);
      const beginning = await findBeginning(deps.db, roomId, before);
      if (beginning) await purgeBeginning(deps, beginning);
    }),
  );
}

/** Removes the bytes of files that are too old in every organization that wants that. Idempotent, and goes on wherever it was cut off. */
export async function purgeFiles(
  deps: FileExpiryDeps & Pick<RetentionDeps, "clock">,
): Promise<void> {
  await actOnEach(await listFileLimits(deps.db), ({ workspaceId, days }) =>
    expireFiles(deps, workspaceId, new Date(deps.clock.now().getTime() - days * DAY_MS)),
  );
}

/** A failure in a room is told with its id. */
async function naming(roomId: RoomId, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Error(`Retention has failed in the room ${roomId}`, { cause: error });
  }
}

async function purgeBeginning(deps: RetentionDeps, beginning: Beginning): Promise<void> {
  while (await purgePortion(deps, beginning));
  const { roomId, upToSeq } = beginning;
  // Nobody reads the log before that: clients that ask from there on load the room again.
  const old = { upToSeq, limit: LOG_PORTION };
  while (await deleteLog(deps.db, roomId, old));
}

type Beginning = NonNullable<Awaited<ReturnType<typeof findBeginning>>>;

/**
 * One change: each event that it writes comes with the deletion that it tells, so pages that were read before it are out of date. The
 * `messages_purged` of the log is what every copy of messages outside of this table follows: a search index, and clients.
 */
function purgePortion(deps: RetentionDeps, beginning: Beginning): Promise<boolean> {
  const { roomId, upToSeq, before } = beginning;
  return deps.changes.run(async (change) => {
    const { tx } = change;
    const room = await lockRoom(tx, roomId);
    if (!room) return false;
    const { count, msgNo, replies, kept, hasMore } = await expireMessages(
      deps,
      change,
      room,
      beginning,
    );
    if (count === 0) return hasMore;
    await notePurged(tx, roomId, upToSeq);
    const isMoved = msgNo !== null && (await passPurged(tx, roomId, msgNo));
    await passPurgedReplies(tx, roomId, replies);
    // Numbers of unread messages, which no event of a room can say.
    if (isMoved) change.people.push({ workspaceId: room.workspaceId, userId: null, roomId });
    const keptIds = kept.map(({ id }) => id);
    const facts = { upToSeq, before: before.toISOString(), keptIds };
    await appendEvent(change, room, messagesPurgedKind, { actorId: null, facts });
    return hasMore;
  });
}

/** Says it by a line in each of its rooms in which something changes by it, once in each, however often it is tried. */
export async function announceRetention(
  deps: Pick<RetentionDeps, "db" | "changes">,
  changed: RetentionChange,
): Promise<void> {
  const { workspaceId, before, after } = changed;
  const strictest = strictestRetention(before, after);
  if (strictest === null) return;
  await actOnEach(await listAffectedRooms(deps.db, workspaceId, strictest), (roomId) =>
    naming(roomId, () => announceIn(deps, roomId, changed)),
  );
}

function announceIn(
  { changes }: Pick<RetentionDeps, "changes">,
  roomId: RoomId,
  { actorId: userId, actorName, after, changeId: key }: RetentionChange,
): Promise<void> {
  return changes.run(async (change) => {
    const { tx } = change;
    // It may be gone, or archived, since the rooms were listed.
    if (!(await lockRoom(tx, roomId))) return;
    const room = await requireLockedRoom(tx, userId, roomId);
    if (room.status !== "ACTIVE") return;
    if (key !== undefined && (await hasLine(tx, { roomId, userId, key }))) return;
    const days = strictestRetention(after, room.settings.messageRetentionDays ?? null);
    const line = { ...toRetentionLine(actorName, days), ...(key !== undefined && { key }) };
    await appendSystemLine(change, room, { userId }, line);
  });
}

/** The line that says for how long messages are kept from now on. */
export function toRetentionLine(name: string, days: number | null) {
  const values = { name, ...(days !== null && { days: String(days) }) };
  const content =
    days === null
      ? `${name} set messages to be kept`
      : `${name} set messages to be deleted after ${days} ${days === 1 ? "day" : "days"}`;
  return { kind: "retention_changed", content, values } as const;
}
