import { randomUUID } from "node:crypto";
import type { MessageId, SessionId, UserId, WorkspaceId } from "@colbin/protocol";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createChanges } from "#server/features/log/log.service.ts";
import { createSendDoor } from "#server/features/messages/sends.access.ts";
import { createSentFiles } from "#server/features/files/sent.service.ts";
import { createSentPolls } from "#server/features/polls/polls.service.ts";
import { sendMessage, type SendDeps } from "#server/features/messages/messages.service.ts";
import {
  createMessageWriter,
  createWriterConnection,
} from "#server/features/messages/writer.service.ts";
import { createMarks } from "#server/features/participants/marks.service.ts";
import { createOrJoin } from "#server/features/participants/membership.service.ts";
import { leaveRoom, removeParticipant } from "#server/features/participants/departures.service.ts";
import type { AccessDeps } from "#server/features/participants/participants.service.ts";
import {
  createRevs,
  markRead,
  pushRooms,
  subscribeToRooms,
  unsubscribeFromRooms,
  type ReadingDeps,
} from "#server/features/subscriptions/subscriptions.service.ts";
import { markThreadsRead } from "#server/features/threads/threads.service.ts";
import { createTotals } from "#server/features/subscriptions/totals.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { systemClock } from "#server/platform/clock/clock.ts";
import { connectDatabase, type Database } from "#server/platform/db/database.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { hydration, toMessages } from "#server/registries.ts";
import { createTestDatabase } from "./database.ts";
import { silentLog } from "./silent-log.ts";
import { Random } from "./simulation/random.ts";

/*
 * The lock order of ARCHITECTURE.md (rooms by id, then participants by room and person, then messages) as a fact about
 * PostgreSQL: everything that changes a room, mixed, from two processes' worth of writers and pools at once, on a few
 * rooms that everybody is in and many others. Not one deadlock, and afterwards the tables agree with each other.
 * LOCK_ORDER_RUNS=100000 is the long form, LOCK_ORDER_SEED repeats a run.
 */

const RUNS = Number(process.env["LOCK_ORDER_RUNS"] ?? 8_000);
const SEED = Number(process.env["LOCK_ORDER_SEED"] ?? Date.now() % 1_000_000);
/** Operations that are under way at a time: enough to fill the batches of every shard. */
const IN_FLIGHT = 384;
const PEOPLE = 48;
const HOT_ROOMS = 4;
const ROOMS = 32;

/** One process: a pool and writers of its own. */
interface Node {
  readonly database: Database;
  readonly deps: ReadingDeps & AccessDeps;
  readonly sending: SendDeps;
}

let nodes: readonly Node[] = [];
let people: readonly Actor[] = [];
let slugs: readonly string[] = [];
let sent = 0;
/** Ids to mark as read, by room: the newest that was seen. */
const lastIds = new Map<string, MessageId>();

/** Nobody listens: this test looks at the tables. */
const silence: Live = {
  publish: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  countLeaves: () => 0,
  subscribeUser: () => undefined,
  unsubscribeUser: () => undefined,
  isHeardBy: () => true,
  sendToUser: () => undefined,
  sendToPerson: () => undefined,
  sendToWorkspace: () => undefined,
  refreshActor: () => undefined,
  refreshWorkspace: () => undefined,
  endSessions: () => undefined,
};

/** Of a socket that hears every room, so that the writer alone judges. */
const fromSocket = { socketId: "any", requestId: "any" };

function openNode(database: Database): Node {
  const { kysely: db, lookups, connection } = database;
  const clock = systemClock;
  const writer = createMessageWriter({
    connect: () => createWriterConnection(connection, silentLog),
    live: silence,
    tellShown: () => undefined,
    tellFollowers: () => undefined,
    tellRead: () => undefined,
    shards: 2,
  });
  const lists = {
    db,
    clock,
    live: silence,
    nextRev: createRevs(db),
    totals: createTotals(db, clock),
    noteRead: () => undefined,
  };
  return {
    database,
    deps: {
      ...lists,
      marks: createMarks(database.quick),
      jobs: { enqueue: () => Promise.resolve() },
      changes: createChanges({ db, live: silence, hydration }),
      pushRooms: (whose, roomIds) => pushRooms(lists, whose, roomIds),
      requireWithin: () => undefined,
    },
    sending: {
      db,
      sentFiles: createSentFiles({ db }),
      polls: createSentPolls({ db, clock, jobs: { enqueue: () => Promise.resolve() } }),
      door: createSendDoor(lookups, silence),
      writer,
      toMessages,
      messageMaxChars: 10_000,
    },
  };
}

beforeAll(async () => {
  const first = await createTestDatabase();
  const second = await connectDatabase(first.connection, 10, silentLog);
  nodes = [openNode(first), openNode(second)];
  people = await makePeople(first);
  const [node] = nodes;
  if (!node) throw new Error("The first node is there");
  slugs = Array.from({ length: ROOMS }, (_, at) => `room-${at}`);
  for (const [at, slug] of slugs.entries()) {
    await createOrJoin(node.deps, ownerOf(at), [slug]);
    await Promise.all(guestsOf(at).map((guest) => createOrJoin(node.deps, guest, [slug])));
  }
});

afterAll(async () => {
  for (const { database, sending } of nodes.toReversed()) {
    await sending.writer.close();
    await database.close();
  }
});

function ownerOf(at: number): Actor {
  return pick(people, at);
}

/** Who is in a room from the start: everybody in a hot one, some in the others. */
function guestsOf(at: number): readonly Actor[] {
  return at < HOT_ROOMS ? people : people.filter((_, place) => place % 8 === at % 8);
}

function pick<T>(list: readonly T[], at: number): T {
  const found = list[at % list.length];
  if (found === undefined) throw new Error("Nothing to pick from");
  return found;
}

async function makePeople({ pool }: Database): Promise<Actor[]> {
  const { rows } = await pool.query<{ id: UserId; fullName: string; workspaceId: WorkspaceId }>(
    `insert into users (full_name, username)
      select 'Person ' || i, 'person' || i from generate_series(1, $1) i
      returning id, full_name as "fullName", (select id from workspaces) as "workspaceId"`,
    [PEOPLE],
  );
  return rows.map(({ id, fullName, workspaceId }) => ({
    userId: id,
    sessionId: randomUUID() as SessionId,
    workspaceId,
    accountType: "PERSONAL",
    workspaceRole: "MEMBER",
    instanceRole: "USER",
    boundRoomId: null,
    fullName,
    avatarUrl: null,
    refreshDelivery: "body",
    expiresAt: new Date("2099-01-01T00:00:00Z"),
  }));
}

/** What happens, chosen once: who, where, on which process. */
interface Choice {
  readonly node: Node;
  readonly actor: Actor;
  readonly other: Actor;
  readonly slug: string;
  readonly several: readonly string[];
}

type Operation = (choice: Choice) => Promise<unknown>;

async function say({ node, actor, slug }: Choice): Promise<void> {
  const input = { roomSlug: slug, content: "words", type: "text", metadata: {} } as const;
  const { message } = await sendMessage(node.sending, actor, input, fromSocket);
  sent += 1;
  lastIds.set(slug, message.id);
}

/** A reply that mentions somebody, who follows the thread from then on. */
async function answer({ node, actor, other, slug }: Choice): Promise<void> {
  const threadId = lastIds.get(slug);
  if (threadId === undefined) return;
  const content = `<@${other.userId}>`;
  const input = { roomSlug: slug, content, threadId, type: "text", metadata: {} } as const;
  await sendMessage(node.sending, actor, input, fromSocket);
  sent += 1;
}

async function read({ node, actor, slug }: Choice): Promise<void> {
  const id = lastIds.get(slug);
  if (id !== undefined) await markRead(node.deps, actor, slug, id);
}

/** Who has left which room, so that somebody comes back for everybody who goes. */
const gone: Pick<Choice, "actor" | "slug">[] = [];

async function comeBack({ node, actor, slug }: Choice): Promise<void> {
  const back = gone.pop() ?? { actor, slug };
  await createOrJoin(node.deps, back.actor, [back.slug]);
}

async function leave({ node, actor, slug }: Choice): Promise<void> {
  await leaveRoom(node.deps, actor, slug);
  gone.push({ actor, slug });
}

async function remove({ node, actor, other, slug }: Choice): Promise<void> {
  const removal = { participantId: other.userId, ban: false };
  await removeParticipant(node.deps, actor, slug, removal);
  gone.push({ actor: other, slug });
}

/** Parts of a thousand. */
const mix: readonly (readonly [parts: number, operation: Operation])[] = [
  [620, say],
  [80, answer],
  [40, ({ node, actor }) => markThreadsRead(node.deps, actor, undefined)],
  [80, read],
  [60, comeBack],
  [40, leave],
  [40, remove],
  [20, ({ node, actor, several }) => subscribeToRooms(node.deps, actor, several)],
  [20, ({ node, actor, several }) => unsubscribeFromRooms(node.deps, actor, several)],
];

function choose(random: Random): { run: Operation; choice: Choice } {
  let part = random.below(1000);
  const [, run] = mix.find(([parts]) => (part -= parts) < 0) ?? pick(mix, 0);
  // Half of everything happens in the hot rooms.
  const at = random.chance(0.5) ? random.below(HOT_ROOMS) : random.below(ROOMS);
  const choice = {
    node: pick(nodes, random.below(nodes.length)),
    actor:
      run === remove
        ? ownerOf(at)
        : pick(random.chance(0.05) ? people : guestsOf(at), random.below(PEOPLE)),
    other: pick(guestsOf(at), random.below(PEOPLE)),
    slug: pick(slugs, at),
    several: Array.from({ length: 6 }, () => pick(slugs, random.below(ROOMS))),
  };
  return { run, choice };
}

const refusals = new Map<string, number>();

/** Refusals belong to it: who has left cannot write. Anything else is a fault. */
async function attempt(run: Operation, choice: Choice): Promise<void> {
  try {
    await run(choice);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "UNKNOWN_ERROR") throw error;
    refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1);
  }
}

async function runAll(): Promise<void> {
  const random = new Random(String(SEED));
  let left = RUNS;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { run, choice } = choose(random);
      await attempt(run, choice);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  await Promise.all(nodes.map(({ sending }) => sending.writer.idle()));
}

/** A session of its own: what it counts is told by the sessions that have ended. */
async function withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(nodes[0]?.database.connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Statistics leave a session when it has been idle for a moment; asking for them makes it tell at once. */
async function countDeadlocks(): Promise<number> {
  return withClient(async (client) => {
    const { rows } = await client.query<{ deadlocks: number }>(
      `select deadlocks::integer as deadlocks from pg_stat_database where datname = current_database()`,
    );
    return rows[0]?.deadlocks ?? -1;
  });
}

/** Every row is something that must not be. */
const violations: Readonly<Record<string, string>> = {
  "a log with a gap or a double": `
    select r.slug from rooms r
    left join (
      select room_id, count(*) as entries, count(distinct seq) as seqs, max(seq) as head, min(seq) as first
      from (select room_id, seq from messages union all select room_id, seq from room_events) log group by room_id
    ) l on l.room_id = r.id
    where r.last_seq <> coalesce(l.head, 0)
      or (r.last_seq > 0 and (l.entries <> r.last_seq or l.seqs <> r.last_seq or l.first <> 1))`,
  "message numbers with a gap or a double": `
    select r.slug from rooms r join messages m on m.room_id = r.id
    group by r.id having count(m.msg_no) <> r.last_msg_no or count(distinct m.msg_no) <> r.last_msg_no
      or coalesce(max(m.msg_no), 0) <> r.last_msg_no`,
  "a member count that is not the number of participants": `
    select r.slug from rooms r
    where r.member_count <> (select count(*) from participants p where p.room_id = r.id and p.access_status = 'ACCEPTED')`,
  "a place that is not what the log says last": `
    select p.room_id, p.user_id from participants p
    join lateral (
      select e.seq, e.facts ->> 'accessStatus' as status from room_events e
      where e.room_id = p.room_id and (e.facts ->> 'userId')::uuid = p.user_id order by e.seq desc limit 1
    ) last on true
    where p.access_status <> last.status
      or case when p.access_status = 'ACCEPTED' then p.left_seq is not null or p.joined_seq <> last.seq
        else p.left_seq is distinct from last.seq end`,
  "a message of somebody who was not in the room": `
    with log as (
      select room_id, author_id as user_id, seq, null as status from messages where type <> 'system'
      union all
      select room_id, (facts ->> 'userId')::uuid, seq, facts ->> 'accessStatus' from room_events
    ), counted as (
      select *, count(status) over (partition by room_id, user_id order by seq) as change from log
    ), known as (
      select *, max(status) over (partition by room_id, user_id, change) as place from counted
    )
    select room_id, user_id, seq from known where status is null and place is distinct from 'ACCEPTED'`,
  "a read position beyond the end, or before an own message": `
    select p.room_id, p.user_id from participants p join rooms r on r.id = p.room_id
    where p.read_msg_no > r.last_msg_no or p.read_msg_no < (
      select coalesce(max(m.msg_no), 0) from messages m where m.room_id = p.room_id and m.author_id = p.user_id
    )`,
  "an unread number that is not the number of messages": `
    select p.room_id, p.user_id from participants p join rooms r on r.id = p.room_id
    where r.last_msg_no - p.read_msg_no <> (
      select count(*) from messages m where m.room_id = p.room_id and m.msg_no > p.read_msg_no
    )`,
};

it(
  `${RUNS} mixed changes of rooms meet no deadlock and leave the tables true (seed ${SEED})`,
  { timeout: 60_000 + RUNS * 3 },
  async () => {
    const before = await countDeadlocks();
    await runAll();
    for (const { database } of nodes)
      await database.pool.query("select pg_stat_force_next_flush()");
    expect(await countDeadlocks()).toBe(before);
    const stored = await withClient(async (client) => {
      for (const [name, query] of Object.entries(violations)) {
        const { rows } = await client.query(`select * from (${query}) found limit 5`);
        expect({ name, rows }).toEqual({ name, rows: [] });
      }
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::integer as count from messages where type <> 'system'`,
      );
      return rows[0]?.count;
    });
    expect(stored).toBe(sent);
    // It was a mixture: people came and went, and some wrote after they had gone.
    expect(sent).toBeGreaterThan(RUNS / 4);
    expect(refusals.get("NOT_SUBSCRIBED")).toBeGreaterThan(0);
    expect([...refusals.keys()]).not.toContain("RATE_LIMITED");
  },
);
