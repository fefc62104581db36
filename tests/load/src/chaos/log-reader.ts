import { Client } from "pg";
import type { LogEntry, LoggedRoom, Violation } from "./history.ts";
import { toChangeId } from "./recorder.ts";
import type { System } from "./system.ts";

/*
 * The database after a run: the log as the checker needs it, and what must hold in it by itself.
 */

const invariants: readonly { readonly what: string; readonly sql: string }[] = [
  {
    what: "a gap or a double in seq, or a head that is not the last event",
    // Up to purged_seq only few messages are left.
    sql: `select r.slug, r.last_seq, count(e.seq) as events, max(e.seq) as last from rooms r
      left join (select room_id, seq from messages union all select room_id, seq from room_events) e
        on e.room_id = r.id and e.seq > r.purged_seq
      group by r.id having r.last_seq - r.purged_seq <> count(distinct e.seq) or count(e.seq) <> count(distinct e.seq)
        or coalesce(max(e.seq), 0) <> r.last_seq`,
  },
  {
    what: "a gap or a double in msgNo",
    sql: `select r.slug, r.last_msg_no from rooms r left join messages m on m.room_id = r.id and m.msg_no is not null
      group by r.id having r.last_msg_no <> count(distinct m.msg_no) or coalesce(max(m.msg_no), 0) <> r.last_msg_no`,
  },
  {
    what: "msgNo or time against the order of seq",
    sql: `select room_id, seq from (
        select room_id, seq, msg_no, created_at, lag(msg_no) over w as earlier_no, lag(created_at) over w as earlier
        from messages where msg_no is not null window w as (partition by room_id order by seq)
      ) m where msg_no <= earlier_no or created_at < earlier`,
  },
  {
    what: "the same intent written twice",
    sql: `select room_id, author_id, client_message_id from messages
      group by 1, 2, 3 having count(*) > 1`,
  },
  {
    what: "the same text written twice",
    sql: `select content, count(*) from messages where type = 'text' group by content having count(*) > 1`,
  },
  {
    what: "a read position beyond the last message, or a negative unread count",
    sql: `select p.room_id, p.user_id from participants p join rooms r on r.id = p.room_id
      where p.read_msg_no > r.last_msg_no`,
  },
  {
    what: "an own message that its author has not read",
    sql: `select p.room_id, p.user_id, p.read_msg_no from participants p
      join messages m on m.room_id = p.room_id and m.author_id = p.user_id
      where m.type = 'text' group by p.room_id, p.user_id having p.read_msg_no < max(m.msg_no)`,
  },
  {
    what: "a wrong count of participants",
    sql: `select r.slug from rooms r left join participants p on p.room_id = r.id and p.access_status = 'ACCEPTED'
      group by r.id having r.member_count <> count(p.user_id)`,
  },
  {
    what: "a place in a room that its log tells otherwise",
    sql: `select p.room_id, p.user_id, p.access_status, e.facts ->> 'accessStatus' as logged from participants p
      join lateral (
        select seq, facts from room_events where room_id = p.room_id and kind = 'participant_changed'
          and facts ->> 'userId' = p.user_id::text order by seq desc limit 1
      ) e on true
      where p.access_status <> e.facts ->> 'accessStatus' or (p.access_status = 'ACCEPTED' and p.joined_seq <> e.seq)
        or (p.access_status <> 'ACCEPTED' and p.left_seq is distinct from e.seq)`,
  },
  {
    what: "a page whose checksum was wrong",
    sql: `select datname, checksum_failures from pg_stat_database where checksum_failures > 0`,
  },
];

/** Every index of the tables of ours against its table. An error tells of the damage. */
const indexes = `
  select c.relname, bt_index_check(c.oid, true)
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where a.amname = 'btree' and c.relnamespace = 'public'::regnamespace and i.indisvalid`;

interface EntryRow {
  readonly slug: string;
  readonly seq: number;
  readonly id: string | null;
  readonly msg_no: number | null;
  readonly author: string | null;
  readonly client_message_id: string;
  readonly content: string;
  readonly type: string;
  readonly kind: string | null;
  readonly facts: { userId: string; accessStatus: string; memberCount: number } | null;
}

const entries = `
  select r.slug, m.seq::integer, m.id, m.msg_no::integer, m.author_id as author, m.client_message_id, m.content, m.type,
    null as kind, null::jsonb as facts
  from messages m join rooms r on r.id = m.room_id
  union all
  select r.slug, e.seq::integer, null, null, null, '', '', '', e.kind, e.facts
  from room_events e join rooms r on r.id = e.room_id
  order by slug, seq`;

/** A way into the database beside the server's: for a run's own questions. */
export interface LogReader {
  /** The last seq of every room. */
  heads(): Promise<ReadonlyMap<string, number>>;
  read(): Promise<ReadonlyMap<string, LoggedRoom>>;
  /** What is wrong in the tables by themselves. */
  check(): Promise<Violation[]>;
  /** From now on only participants see these rooms. */
  closeRooms(slugs: readonly string[]): Promise<void>;
}

/** Each question on a connection of its own: the database is killed between them. */
export function createLogReader({ superuser }: Pick<System, "superuser">): LogReader {
  async function withClient<T>(task: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ ...superuser });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return await task(client);
    } finally {
      await client.end();
    }
  }
  return {
    heads: () =>
      withClient(async (client) => {
        const { rows } = await client.query<{ slug: string; seq: number }>(
          "select slug, last_seq::integer as seq from rooms",
        );
        return new Map(rows.map(({ slug, seq }) => [slug, seq]));
      }),
    read: () => withClient(readLog),
    check: () => withClient(check),
    closeRooms: (slugs) =>
      withClient(async (client) => {
        await client.query("update rooms set access_type = 'PRIVATE' where slug = any ($1)", [
          slugs,
        ]);
      }),
  };
}

async function check(client: Client): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { what, sql } of invariants) {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    for (const row of rows.slice(0, 5)) violations.push({ rule: what, text: JSON.stringify(row) });
  }
  try {
    await client.query("create extension if not exists amcheck");
    await client.query(indexes);
  } catch (error) {
    violations.push({ rule: "a damaged index", text: String(error) });
  }
  return violations;
}

async function readLog(client: Client): Promise<Map<string, LoggedRoom>> {
  const log = new Map<
    string,
    LoggedRoom & { entries: LogEntry[]; participants: Map<string, Place> }
  >();
  const rooms = await client.query<RoomRow>(
    `select slug, access_type = 'PUBLIC' as "isPublic", last_seq::integer as "lastSeq", last_msg_no::integer as "lastMsgNo"
     from rooms`,
  );
  for (const { slug, ...room } of rooms.rows)
    log.set(slug, { ...room, entries: [], participants: new Map() });
  const events = await client.query<EntryRow>(entries);
  for (const row of events.rows) log.get(row.slug)?.entries.push(toEntry(row));
  const people = await client.query<Place & { slug: string; user: string }>(
    `select r.slug, p.user_id as user, p.access_status = 'ACCEPTED' as "isIn", p.read_msg_no::integer as "readMsgNo"
     from participants p join rooms r on r.id = p.room_id`,
  );
  for (const { slug, user, ...place } of people.rows) log.get(slug)?.participants.set(user, place);
  return log;
}

interface Place {
  readonly isIn: boolean;
  readonly readMsgNo: number;
}

interface RoomRow {
  readonly slug: string;
  readonly isPublic: boolean;
  readonly lastSeq: number;
  readonly lastMsgNo: number;
}

function toEntry(row: EntryRow): LogEntry {
  const { seq, id, msg_no: msgNo, author, client_message_id: clientMessageId, content, type } = row;
  if (id !== null && author !== null)
    return {
      seq,
      id,
      msgNo,
      message: { author, clientMessageId, content, isSystem: type === "system" },
    };
  if (row.kind !== "participant_changed" || !row.facts)
    return { seq, id: row.kind ?? "", msgNo: null };
  const { userId, accessStatus, memberCount } = row.facts;
  return {
    seq,
    id: toChangeId(userId, accessStatus, memberCount),
    msgNo: null,
    participant: { user: userId, isIn: accessStatus === "ACCEPTED" },
  };
}
