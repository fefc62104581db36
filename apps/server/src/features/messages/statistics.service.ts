import { STATISTICS_AUTHORS, type ReplyOf, type RoomId } from "@colbin/protocol";
import { LRUCache } from "lru-cache";
import { requireOwnPlace } from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { notAllowed } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { sqlStateOf } from "#server/platform/db/sql-state.ts";
import { findSeqOfTime } from "./messages.queries.ts";
import {
  countMessages,
  findSpan,
  listNames,
  type MessageCounts,
  type Span,
} from "./statistics.queries.ts";

/** Counting reads each message of the span, half a millisecond for a thousand, so that those who ask within this share it. */
const KEPT_MS = 60_000;
const KEPT_MAX = 1_000;
const UNKNOWN_ZONE = "22023";
const DAY_MS = 24 * 60 * 60_000;

/** Counts of rooms by span, as they were within the last minute; one memory per process. */
export interface MessageCountsMemory {
  find(roomId: RoomId, span: Span): Promise<MessageCounts>;
}

export interface StatisticsDeps {
  readonly db: Db;
  readonly messageCounts: MessageCountsMemory;
}

/** The same for all who may read the room, and knows nobody's rights: its caller judges them. */
export function createMessageCounts({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): MessageCountsMemory {
  const kept = new LRUCache<string, Promise<MessageCounts>>({
    max: KEPT_MAX,
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: { now: () => clock.steadyMs() },
  });
  return {
    async find(roomId, span) {
      const key = `${roomId} ${span.timeZone} ${span.firstDay} ${span.since.getTime()}`;
      const known = kept.get(key);
      const counts = known ?? count(db, roomId, span);
      if (!known) kept.set(key, counts);
      try {
        return await counts;
      } catch (error) {
        if (kept.peek(key) === counts) kept.delete(key);
        throw error;
      }
    },
  };
}

async function count(db: Db, roomId: RoomId, span: Span): Promise<MessageCounts> {
  const seq = await findSeqOfTime(db, roomId, span.since);
  return countMessages(db, roomId, { ...span, seq, authors: STATISTICS_AUTHORS });
}

/** For participants, judged before and after the counting (rules-messages 51); names are those of now, counts those of the last minute. */
export async function getMessageStatistics(
  { db, messageCounts }: StatisticsDeps,
  actor: Actor,
  slug: string,
  { days, timeZone }: { readonly days: number; readonly timeZone?: string | undefined },
): Promise<ReplyOf<"getMessageStatistics">> {
  const room = await requireOwnPlace(db, actor, slug);
  const span = await findSpan(db, actor.userId, days, timeZone).catch((error: unknown) => {
    throw sqlStateOf(error) === UNKNOWN_ZONE ? notAllowed("timeZone") : error;
  });
  if (!span) throw new Error("A person with a session has an account");
  const { total, perDay, authors, ...counts } = await messageCounts.find(room.id, span);
  const named = await listNames(
    db,
    authors.map(({ authorId }) => authorId),
  );
  await requireOwnPlace(db, actor, slug);
  const names = new Map(named.map((author) => [author.authorId, author]));
  return {
    days,
    totalMessages: total,
    perDay: toDays(span.firstDay, days, perDay),
    topAuthors: authors.flatMap(({ authorId, count: written }) => {
      const author = names.get(authorId);
      return author ? [{ ...author, count: written }] : [];
    }),
    ...counts,
  };
}

/** Every day, also those on which nothing was written. */
function toDays(firstDay: string, days: number, counted: MessageCounts["perDay"]) {
  const counts = new Map(counted.map(({ date, count: written }) => [date, written]));
  return Array.from({ length: days }, (_, at) => {
    const date = new Date(Date.parse(firstDay) + at * DAY_MS).toISOString().slice(0, 10);
    return { date, count: counts.get(date) ?? 0 };
  });
}
