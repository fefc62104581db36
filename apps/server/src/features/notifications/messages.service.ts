import {
  decideNotification,
  isMutedNow,
  levelOf,
  PRESENCE_ONLINE_MS,
  type UserId,
} from "@colbin/protocol";
import type { FollowedEntry, LogConsumer } from "#server/features/log/follower.service.ts";
import {
  enqueuePushes,
  enqueueWithdrawalsOf,
  tagOf,
  type NewPush,
} from "#server/features/push/pushing.service.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { decideChannel, notBefore, toMoment, type About } from "./channels.rules.ts";
import { insertDeliveries } from "./deliveries.queries.ts";
import type { DeliveryDeps } from "./deliveries.service.ts";
import {
  countChanges,
  numberChanges,
  showChanges,
  type FeedChange,
} from "./feed-frames.service.ts";
import { mailsJob } from "./kinds.jobs.ts";
import {
  deleteOfMessages,
  insertMessageRows,
  listCandidates,
  listReacted,
  listWords,
  moveRevs,
  updateReacted,
  type Candidate,
  type MessageKey,
  type MessageRow,
  type ReactedRow,
  type WrittenRow,
} from "./messages.queries.ts";
import { notificationKinds } from "./notifications.rules.ts";
import { priorityOf, toMessageAbout, typeOf } from "./decision.service.ts";
import { toNotificationFrame, toPushWords } from "./notifications.view.ts";
import { readPlaces, showRead } from "./reading.service.ts";
import type { ReadPlace } from "./reading.queries.ts";
import { noMessage, planRoomRows } from "./rooms.service.ts";
import { insertShared } from "./shared.queries.ts";

/*
 * Notifications of messages and of what becomes of rooms: written in bulk by a consumer of the rooms' logs, in the transaction that moves its place, so once for
 * each message and person, whatever ends in between (rules-notifications 3 to 7).
 */

/** The consumer of the logs that tells people of mentions, replies and reactions, of joins, and of rooms that are over. */
export function createMessageFollowing(deps: DeliveryDeps): LogConsumer {
  return {
    name: "notifications",
    async take(tx, entries) {
      const keysOf = (...kinds: string[]) =>
        entries.flatMap(({ roomId, messageId, kind }) =>
          messageId !== null && kinds.includes(kind) ? [{ roomId, messageId, kind }] : [],
        );
      const now = deps.clock.now();
      const deleted = await forget(tx, deps, keysOf("message_deleted"));
      const told = await tellOfMessages(deps, tx, keysOf("message_new", "message_edited"), now);
      const ofRooms = await tellOfRooms(deps, tx, entries, now);
      const reacted = await tellOfReactions(tx, keysOf("reaction_added", "reaction_removed"), now);
      const read = await readPlaces(tx, deps, toOwnPlaces(entries), now);
      const all = [...told, ...ofRooms, ...reacted];
      if (deleted.size + all.length + read.length === 0) return undefined;
      const gone = [...deleted].map(([userId, rev]) => ({ userId, id: null, rev }));
      const isUnread = ({ readAt }: { readonly readAt: Date | null }): boolean => readAt === null;
      return async () => {
        await showChanges(deps, [...gone, ...all], toNotificationFrame, isUnread);
        await showRead(deps, read);
      };
    },
  };
}

/** People read a room, or its thread, by writing there. */
function toOwnPlaces(entries: readonly FollowedEntry[]): ReadPlace[] {
  const places = entries.flatMap(({ kind, actorId: userId, roomId }) =>
    kind === "message_new" && userId !== null ? [{ userId, roomId }] : [],
  );
  return [...new Map(places.map((place) => [`${place.userId} ${place.roomId}`, place])).values()];
}

/** A row and the number of its change. */
type Told = Omit<FeedChange, "id"> & Pick<WrittenRow, "id">;
/** A row of a group, by which a candidate finds it. */
type Written = Told & Pick<MessageRow, "type" | "groupKey">;

async function tellOfMessages(
  deps: DeliveryDeps,
  tx: Tx,
  keys: readonly (MessageKey & Pick<FollowedEntry, "kind">)[],
  now: Date,
): Promise<Told[]> {
  if (keys.length === 0) return [];
  const isNew = new Set(
    keys.filter(({ kind }) => kind === "message_new").map(({ messageId }) => messageId),
  );
  const asked = [...new Map(keys.map((key) => [key.messageId, key])).values()].map((key) => ({
    ...key,
    isEdit: !isNew.has(key.messageId),
  }));
  const onlineAfter = new Date(now.getTime() - PRESENCE_ONLINE_MS);
  await insertShared(tx, asked, onlineAfter);
  const candidates = await listCandidates(tx, asked);
  const people = [...new Set(candidates.map(({ userId }) => userId))];
  const settings = await deps.readWishes(tx, people, now);
  const judged = candidates.map((candidate) => {
    const wishes = settings.get(candidate.userId);
    const about = toMessageAbout(candidate, { ...deps, wishes, hasBrowser: true }, now);
    return { candidate, about };
  });
  // A call of everybody has one row for all.
  const wanted = judged.filter(
    ({ candidate: { isDirect, isFollowed }, about }) =>
      (isDirect || isFollowed) && decideChannel("IN_APP", about).result === "send",
  );
  const told = await write(tx, grouped(wanted.map(({ candidate }) => candidate)), now);
  const rows = new Map(told.map((row) => [keyOf(row), row]));
  await hold(deps, tx, { wanted, rows, now });
  await pushMessages(tx, deps, { judged, rows, now });
  await deps.enqueueWebhooks(tx, told.map(toHook));
  return told;
}

function toHook({ userId, id: notificationId }: Told) {
  return { userId, notificationId };
}

/** The group of a person that tells of a message. */
function toGroup(candidate: Candidate) {
  const { userId, messageId, threadId } = candidate;
  const type = typeOf(candidate);
  return { userId, type, groupKey: type === "MESSAGE_REPLY" ? (threadId ?? messageId) : messageId };
}

function keyOf({
  userId,
  type,
  groupKey,
}: Readonly<Record<"userId" | "type" | "groupKey", string>>) {
  return `${userId} ${type} ${groupKey}`;
}

/** One row a person and group: several replies of a thread come together. */
function grouped(candidates: readonly Candidate[]): MessageRow[] {
  const groups = Map.groupBy(candidates, (each) => `${keyOf(toGroup(each))} ${each.isRead}`);
  return [...groups.values()].flatMap((own) => {
    const last = own.at(-1);
    const type = last && typeOf(last);
    if (!last || !type || type === "MESSAGE_NEW") return [];
    const { roomId, messageId, workspaceId, userId, msgNo, threadId, replyNo, isRead } = last;
    const authors = new Set(own.map(({ authorId }) => authorId).toReversed());
    return {
      roomId,
      messageId,
      workspaceId,
      userId,
      msgNo,
      threadId,
      replyNo,
      isRead,
      type,
      priority: priorityOf(last),
      groupKey: toGroup(last).groupKey,
      count: own.length,
      actorIds: [...authors].slice(0, 3),
      facts: type === "MESSAGE_MENTION" ? { isForAll: !last.isDirect } : {},
    };
  });
}

/** Writes the rows and numbers them in the feeds of their people, which it locks first. */
async function write(tx: Tx, rows: readonly MessageRow[], now: Date): Promise<Written[]> {
  if (rows.length === 0) return [];
  const revs = await moveRevs(tx, countChanges(rows));
  return numberChanges(await insertMessageRows(tx, rows, now), revs);
}

interface Judged {
  readonly candidate: Candidate;
  readonly about: About;
}

/** The rows that were written, by the groups of their people. */
type Rows = ReadonlyMap<string, Written>;

/** Mails of one job. */
const MAILS_AT_ONCE = 500;

/** A notification that leaves the app waits in the delivery log; jobs for its moment name many people each. */
async function hold(
  deps: DeliveryDeps,
  tx: Tx,
  {
    wanted,
    rows,
    now,
  }: { readonly wanted: readonly Judged[]; readonly rows: Rows; readonly now: Date },
): Promise<void> {
  const waiting = wanted.flatMap(({ candidate, about }) => {
    const { result, reason } = decideChannel("EMAIL", about);
    const row = rows.get(keyOf(toGroup(candidate)));
    if (result === "skip" || !row) return [];
    const { userId, messageId: cause } = candidate;
    const named = { userId, type: row.type, cause, notificationId: row.id };
    const delivery = { ...named, channel: "EMAIL", status: "PENDING", reason } as const;
    return { delivery, at: notBefore(now, deps.emailDelayS * 1_000, about).getTime() };
  });
  await insertDeliveries(
    tx,
    waiting.map(({ delivery }) => delivery),
    now,
  );
  for (const [at, together] of Map.groupBy(waiting, (each) => each.at)) {
    const causes = together.map(({ delivery: { userId, type, cause } }) => ({
      userId,
      type,
      cause,
    }));
    for (let start = 0; start < causes.length; start += MAILS_AT_ONCE) {
      const some = { causes: causes.slice(start, start + MAILS_AT_ONCE) };
      await deps.jobs.enqueue(tx, mailsJob, some, { startAfter: new Date(at) });
    }
  }
}

/** Pushes messages to the people who want that; one who has a browser in use is not pushed to at once. */
async function pushMessages(
  tx: Tx,
  deps: DeliveryDeps,
  {
    judged,
    rows,
    now,
  }: { readonly judged: readonly Judged[]; readonly rows: Rows; readonly now: Date },
): Promise<void> {
  const wanted = judged.flatMap(({ candidate, about }) => {
    const decision = decideChannel("PUSH", about);
    return decision.result === "skip" ? [] : [{ candidate, about, decision }];
  });
  const messages = new Map(wanted.map(({ candidate }) => [candidate.messageId, candidate]));
  const words = await listWords(tx, [...messages.values()]);
  const each = wanted.map(({ candidate, about, decision }) => {
    const { startAfter, quietUntil } = toMoment(decision, about, now);
    const hidesText = about.wishes?.hidesText ?? false;
    const notificationId = rows.get(keyOf(toGroup(candidate)))?.id ?? null;
    const key = [
      candidate.messageId,
      notificationId,
      hidesText,
      +(startAfter ?? 0),
      +(quietUntil ?? 0),
    ];
    return { ...candidate, startAfter, quietUntil, hidesText, notificationId, key: key.join(" ") };
  });
  // One push for everybody of whom the same is true.
  const pushes = [...Map.groupBy(each, ({ key }) => key).values()].flatMap((same): NewPush[] => {
    const [first] = same;
    const written = first && words.get(first.messageId);
    if (!written) return [];
    const { roomId, messageId, msgNo, startAfter, quietUntil, hidesText, notificationId } = first;
    return [
      {
        id: messageId,
        userIds: same.map(({ userId }) => userId),
        payload: {
          ...toPushWords(written, hidesText),
          url: written.url,
          tag: tagOf(notificationId === null ? { roomId } : { notificationId }),
          notificationId,
          icon: null,
        },
        room: { roomId, msgNo },
        startAfter,
        quietUntil,
      },
    ];
  });
  await enqueuePushes(tx, deps, pushes);
}

/** An unread row is as the reactions are now; a new one comes only with a new reaction. */
async function tellOfReactions(
  tx: Tx,
  keys: readonly (MessageKey & Pick<FollowedEntry, "kind">)[],
  now: Date,
): Promise<Told[]> {
  if (keys.length === 0) return [];
  const added = new Set(
    keys.filter(({ kind }) => kind === "reaction_added").map(({ messageId }) => messageId),
  );
  const messages = [...new Map(keys.map((key) => [key.messageId, key])).values()];
  const reacted = await listReacted(tx, messages);
  const known = reacted.filter(({ unreadId }) => unreadId !== null);
  const rows = known.map(({ authorId: userId, unreadId }) => ({ userId, id: unreadId ?? "" }));
  const fresh = reacted.filter(
    (each) => each.unreadId === null && added.has(each.messageId) && isWanted(each, now),
  );
  const revs = await moveRevs(tx, countChanges(rows));
  for (const each of known) await updateReacted(tx, each, now);
  const changed = numberChanges(rows, revs);
  return [...changed, ...(await write(tx, fresh.map(toReactionRow), now))];
}

/** Of joins, and of rooms that are over. */
async function tellOfRooms(
  deps: DeliveryDeps,
  tx: Tx,
  entries: readonly FollowedEntry[],
  now: Date,
): Promise<Told[]> {
  const told = await write(tx, await planRoomRows(deps, tx, entries, now), now);
  await deps.enqueueWebhooks(tx, told.map(toHook));
  return told;
}

function isWanted(row: ReactedRow, now: Date): boolean {
  if (row.count === 0) return false;
  const { result } = decideNotification({
    channel: "IN_APP",
    priority: "LOW",
    isActor: false,
    mayOpen: row.mayOpen,
    isBlocked: false,
    isOn: true,
    message: {
      isDirect: false,
      isNew: false,
      isSilent: false,
      isAllMuted: false,
      isRoomMuted: isMutedNow(row, now),
      level: levelOf(row),
    },
  });
  return result === "send";
}

function toReactionRow(row: ReactedRow): MessageRow {
  const { roomId, messageId, authorId, workspaceId, count, actorIds, emoji } = row;
  return {
    ...noMessage,
    roomId,
    messageId,
    workspaceId,
    count,
    actorIds,
    userId: authorId,
    type: "MESSAGE_REACTION",
    priority: notificationKinds.MESSAGE_REACTION.priority,
    groupKey: messageId,
    facts: { emoji },
  };
}

/** Notifications of messages that are gone go with them; lists find a gap in the numbers and are read again. */
async function forget(
  tx: Tx,
  deps: Pick<DeliveryDeps, "jobs">,
  keys: readonly MessageKey[],
): Promise<ReadonlyMap<UserId, number>> {
  if (keys.length === 0) return new Map();
  await enqueueWithdrawalsOf(
    tx,
    deps,
    keys.map(({ messageId }) => messageId),
  );
  const changed = await deleteOfMessages(tx, keys);
  return moveRevs(tx, new Map([...changed.keys()].map((userId) => [userId, 2])));
}
