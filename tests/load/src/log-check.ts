import { Client } from "pg";
import { readClusterRecord } from "./server-process.ts";

/** One message of the log, as the database has it. */
export interface LoggedMessage {
  readonly slug: string;
  readonly seq: number;
  readonly content: string;
  readonly author: string;
}

export interface LogReport {
  readonly messages: readonly LoggedMessage[];
  readonly violations: readonly string[];
}

const invariants: readonly { readonly what: string; readonly sql: string }[] = [
  {
    what: "a gap or a double in seq, or a head that is not the last event",
    sql: `select r.slug, r.last_seq, count(e.seq) as events, max(e.seq) as last from rooms r
      left join (select room_id, seq from messages union all select room_id, seq from room_events) e on e.room_id = r.id
      group by r.id having r.last_seq <> count(distinct e.seq) or count(e.seq) <> count(distinct e.seq)
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
    what: "a read position beyond the last message",
    sql: `select p.room_id, p.user_id from participants p join rooms r on r.id = p.room_id
      where p.read_msg_no > r.last_msg_no`,
  },
  {
    what: "a wrong count of participants",
    sql: `select r.slug from rooms r left join participants p on p.room_id = r.id and p.access_status = 'ACCEPTED'
      group by r.id having r.member_count <> count(p.user_id)`,
  },
];

/** Reads the log of a running server's embedded database and checks what must hold in it. */
export async function checkLog(dataDir: string): Promise<LogReport> {
  const record = await readClusterRecord(dataDir);
  const client = new Client({
    host: record.socketFolder,
    port: record.port,
    user: "colbin",
    password: record.password,
    database: "colbin",
  });
  await client.connect();
  try {
    const violations: string[] = [];
    for (const { what, sql } of invariants) {
      const { rows } = await client.query<Record<string, unknown>>(sql);
      for (const row of rows.slice(0, 5)) violations.push(`${what}: ${JSON.stringify(row)}`);
    }
    const { rows } = await client.query<LoggedMessage>(`
      select r.slug, m.seq::integer as seq, m.content, m.author_id as author
      from messages m join rooms r on r.id = m.room_id where m.type = 'text' order by r.slug, m.seq`);
    return { messages: rows, violations };
  } finally {
    await client.end();
  }
}
