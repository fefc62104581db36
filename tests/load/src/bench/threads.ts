import type { Client } from "pg";
import { makeCalls, type MeasuredCalls } from "../calls/measure.ts";
import { seedWorld, signAccessTokens, type World } from "../seed.ts";
import { fillRooms, skipFollowing } from "../seed-messages.ts";
import { formatCount, formatLatency, type BenchReport, type BenchRow } from "./report.ts";
import { readDatabaseVersion, withServer } from "./server.ts";

/*
 * Threads among a million messages: the newest replies of one that has a thousand, the first page of the threads of a person who follows two
 * thousand, and a page from the middle of all threads for somebody who follows none.
 */

export interface ThreadSizes {
  readonly rooms: number;
  readonly messagesPerRoom: number;
  readonly replies: number;
  readonly followed: number;
  readonly inFlight: number;
  readonly seconds: number;
}

const FULL: ThreadSizes = {
  rooms: 200,
  messagesPerRoom: 5_000,
  replies: 1_000,
  followed: 2_000,
  inFlight: 4,
  seconds: 10,
};
const PAGE = 50;
const LIST_PAGE = 20;
const BAR = { p50: 2, p99: 10, listP99: 20 };

export async function benchThreads(sizes: ThreadSizes = FULL): Promise<BenchReport> {
  return withServer({}, async (server) => {
    const people = 20;
    const world = await seedWorld(server.database, {
      people,
      rooms: sizes.rooms,
      roomsOf: () => Array.from({ length: sizes.rooms }, (_, room) => room),
    });
    await fillRooms(server.database, world, sizes.messagesPerRoom);
    const { rootId, cursor } = await fillThreads(server.database, world, sizes);
    const [token = "", other = ""] = await signAccessTokens(server.database, world, world.people);
    const slug = world.rooms[0]?.slug ?? "";
    const ask = (path: string, expected: number, by = token): Promise<MeasuredCalls> =>
      makeCalls(server, {
        inFlight: sizes.inFlight,
        seconds: sizes.seconds,
        requests: [{ path, token: by }],
        expected,
      });
    const thread = await ask(
      `/v1/session-room/${slug}/messages/${rootId}/thread?limit=${PAGE}`,
      PAGE,
    );
    const list = await ask(`/v1/threads?tab=following&limit=${LIST_PAGE}`, LIST_PAGE);
    const middle = `/v1/threads?tab=all&limit=${LIST_PAGE}&cursor=${cursor}`;
    const all = await ask(middle, LIST_PAGE, other);
    return toReport(sizes, { thread, list, all }, await readDatabaseVersion(server.database));
  });
}

/** One thread with many replies in the first room, and one with a reply at each of many messages of all rooms; the first person follows all. */
async function fillThreads(
  database: Client,
  { rooms, people }: World,
  { replies, followed }: ThreadSizes,
): Promise<{ readonly rootId: string; readonly cursor: string }> {
  const [room] = rooms;
  const [person] = people;
  const perRoom = Math.ceil(followed / rooms.length);
  const roomIds = rooms.map(({ id }) => id);
  // The roots: the newest messages of each room.
  await database.query(
    `create temporary table roots as
     select r.id as room_id, m.id as root_id, m.author_id, case when r.id = $1 and m.msg_no = r.last_msg_no then $2::integer else 1 end as replies
     from rooms r join messages m on m.room_id = r.id and m.msg_no > r.last_msg_no - $3::integer
     where r.id = any ($4::uuid[])`,
    [room?.id, replies, perRoom, roomIds],
  );
  await database.query(`
    insert into messages (room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, created_at, updated_at, thread_id, reply_no)
    select t.room_id, r.last_seq + row_number() over (partition by t.room_id order by t.root_id, n), null, uuidv7(), t.author_id,
      'reply_' || t.root_id || n, '', rpad('reply ' || n || ' ', 100, 'lorem ipsum dolor sit amet '), 'text', now(), now(), t.root_id, n
    from roots t join rooms r on r.id = t.room_id, generate_series(1, t.replies) n`);
  await database.query(
    "update rooms r set last_seq = m.last from (select room_id, max(seq) as last from messages group by room_id) m where r.id = m.room_id",
  );
  await database.query(
    "update messages m set parts = 2 from roots t where m.room_id = t.room_id and m.id = t.root_id",
  );
  await database.query(
    "insert into threads (room_id, root_id, last_reply_no, last_reply_at, repliers) select room_id, root_id, replies, date_trunc('milliseconds', now() - interval '1 minute' * row_number() over (order by root_id)), array[author_id] from roots",
  );
  await database.query(
    "insert into thread_follows (room_id, root_id, user_id, read_reply_no) select room_id, root_id, $1, case when random() < 0.5 then replies else 0 end from roots",
    [person?.userId],
  );
  await skipFollowing(database, roomIds);
  await database.query("vacuum analyze messages, threads, thread_follows, rooms");
  const { rows } = await database.query<{ root_id: string; last_reply_at: Date; is_long: boolean }>(
    `select root_id, last_reply_at, last_reply_no = $1 as is_long from threads
     where last_reply_no = $1 or last_reply_at = (select percentile_disc(0.5) within group (order by last_reply_at) from threads)`,
    [replies],
  );
  const middle = rows.find(({ is_long }) => !is_long);
  if (!middle) throw new Error("There are many threads");
  return {
    rootId: rows.find(({ is_long }) => is_long)?.root_id ?? "",
    cursor: `0_${middle.last_reply_at.getTime()}_${middle.root_id}`,
  };
}

function toReport(
  sizes: ThreadSizes,
  { thread, list, all }: Readonly<Record<"thread" | "list" | "all", MeasuredCalls>>,
  version: string,
): BenchReport {
  const stored = formatCount(sizes.rooms * sizes.messagesPerRoom);
  return {
    title: "Threads (issue of threads, P9)",
    rows: [
      toRow(
        thread,
        `newest ${PAGE} of ${formatCount(sizes.replies)} replies, ${stored} messages stored`,
        {
          bar: `${BAR.p50} / ${BAR.p99} ms`,
          isMet: ({ p50, p99 }) => p50 <= BAR.p50 && p99 <= BAR.p99,
        },
      ),
      toRow(list, `first ${LIST_PAGE} of ${formatCount(sizes.followed)} followed threads`, {
        bar: `p99 ${BAR.listP99} ms`,
        isMet: ({ p99 }) => p99 <= BAR.listP99,
      }),
      toRow(all, `${LIST_PAGE} from the middle of all threads of ${sizes.rooms} rooms`, {
        bar: `p99 ${BAR.listP99} ms`,
        isMet: ({ p99 }) => p99 <= BAR.listP99,
      }),
    ],
    notes: [
      `closed loop, ${sizes.inFlight} in flight, ${sizes.seconds} s each; ${version}; server, database and generator share the cores`,
    ],
  };
}

function toRow(
  { figures, serverShare, databaseShare }: MeasuredCalls,
  what: string,
  {
    bar,
    isMet,
  }: { readonly bar: string; readonly isMet: (figures: MeasuredCalls["figures"]) => boolean },
): BenchRow {
  if (figures.wrong > 0) throw new Error(`${figures.wrong} answers were not a full page`);
  return {
    id: "threads",
    what,
    ours: `${formatCount(figures.answers / figures.seconds)}/s`,
    latency: formatLatency(figures),
    cpu: `server ${serverShare.toFixed(2)}, database ${databaseShare.toFixed(2)} cores`,
    bar,
    met: isMet(figures),
  };
}
