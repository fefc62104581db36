import type {
  Connection,
  History,
  LogEntry,
  LoggedRoom,
  Mark,
  Outcome,
  Read,
  Screen,
  Send,
  Told,
} from "../history.ts";
import type { Random } from "../random.ts";

/*
 * Histories in which every promise is kept, drawn from a seed: people come, send, lose their connection, resume, read and
 * leave. The tests of the checker plant faults in them.
 */

export interface GoodHistory {
  readonly history: { [K in keyof History]: History[K][number][] };
  readonly log: Map<string, LoggedRoom & { readonly entries: LogEntry[] }>;
}

const users = ["alice", "bob", "carol"];
const rooms = ["open", "closed"];
const LENGTH = 60;

/** All that one run of chance makes of two rooms and three people; carol is taken out of the closed one in the middle. */
export function makeGoodHistory(random: Random): GoodHistory {
  const made: GoodHistory = {
    history: {
      sends: [],
      connections: [],
      reads: [],
      snapshots: [],
      departures: [],
      marks: [],
      screens: [],
    },
    log: new Map(),
  };
  let clock = 0;
  const now = (): number => (clock += 1);
  for (const room of rooms) writeRoom(made, room, random.fork(room), now);
  for (const user of users) listen(made, user, random.fork(user));
  return made;
}

function writeRoom(made: GoodHistory, room: string, random: Random, now: () => number): void {
  const entries: LogEntry[] = [];
  const read = new Map(users.map((user) => [user, 0]));
  const numbers = new Map<string, number>();
  const present = new Set<string>();
  let msgNo = 0;
  const append = (entry: Omit<LogEntry, "seq">): number => {
    entries.push({ ...entry, seq: entries.length + 1 });
    return entries.length;
  };
  const change = (user: string, isIn: boolean): void => {
    const seq = append({ id: `${user} ${isIn}`, msgNo: null, participant: { user, isIn } });
    if (isIn) present.add(user);
    else present.delete(user);
    if (!isIn) made.history.departures.push({ user, room, seq });
    if (isIn) read.set(user, Math.max(read.get(user) ?? 0, msgNo));
  };
  for (const user of users) change(user, true);
  for (let turn = 0; turn < LENGTH; turn += 1) {
    if (room === "closed" && turn === LENGTH / 2) change("carol", false);
    const [author = "alice"] = random.shuffled([...present]);
    const number = (numbers.get(author) ?? 0) + 1;
    numbers.set(author, number);
    const outcome = random.pick<Outcome>(["ok", "ok", "ok", "ok", "ok", "fail", "unknown"]);
    const isThere = outcome === "ok" || (outcome === "unknown" && random.isHit(0.5));
    const send: Send = {
      client: author,
      author,
      room,
      clientMessageId: `temp_${room}_${author}_${number}`,
      content: `${author} ${number} in ${room}`,
      invokedAt: now(),
      number,
      outcome,
      endedAt: 0,
      acknowledgements: [],
    };
    made.history.sends.push(send);
    if (isThere) {
      msgNo += 1;
      const id = `${room}-${msgNo}`;
      const { clientMessageId, content } = send;
      const message = { author, clientMessageId, content, isSystem: false };
      const seq = append({ id, msgNo, message });
      read.set(author, msgNo);
      if (outcome === "ok") send.acknowledgements.push({ seq, id, at: now() });
    }
    send.endedAt = now();
    if (random.isHit(0.2)) made.history.reads.push(toRead(room, author, entries, now));
    if (random.isHit(0.2) && msgNo > 0) made.history.marks.push(toMark(room, author, msgNo, read));
  }
  const participants = new Map(
    users.map((user) => [user, { isIn: present.has(user), readMsgNo: read.get(user) ?? 0 }]),
  );
  const isPublic = room === "open";
  made.log.set(room, {
    isPublic,
    lastSeq: entries.length,
    lastMsgNo: msgNo,
    entries,
    participants,
  });
  for (const user of present)
    made.history.screens.push(toScreen(room, user, entries, msgNo - (read.get(user) ?? 0)));
}

function toRead(room: string, user: string, entries: readonly LogEntry[], now: () => number): Read {
  const page = messagesOf(entries).slice(-5);
  return {
    client: user,
    user,
    room,
    invokedAt: now(),
    endedAt: now(),
    headSeq: entries.length,
    entries: page,
    hasMore: page.length < messagesOf(entries).length,
  };
}

function toMark(room: string, user: string, msgNo: number, read: Map<string, number>): Mark {
  read.set(user, msgNo);
  return { user, room, msgNo, outcome: "ok" };
}

function toScreen(
  room: string,
  user: string,
  entries: readonly LogEntry[],
  unreadCount: number,
): Screen {
  return { client: user, user, room, entries: messagesOf(entries).slice(-20), unreadCount };
}

function messagesOf(entries: readonly LogEntry[]): { seq: number; id: string }[] {
  return entries.filter(({ message }) => message).map(({ seq, id }) => ({ seq, id }));
}

/** Every person hears both rooms over some connections, each of which resumes where the one before had come to. */
function listen({ history, log }: GoodHistory, user: string, random: Random): void {
  const heads = new Map(rooms.map((room) => [room, 3]));
  const count = random.whole(2, 5);
  for (let number = 1; number <= count; number += 1) {
    const isLast = number === count;
    // Before anything is acknowledged: answers explain nothing here.
    const openedAt = number / 100;
    const resume = number === 1 ? new Map<string, number>() : new Map(heads);
    const told: Told[] = [];
    for (const room of heads.keys())
      if (number === 1) told.push({ kind: "head", room, seq: heads.get(room) ?? 0, at: 0 });
    const replays: Told[] = [];
    const live: Told[] = [];
    // It ends before the replay comes; what was missed is read by a call meanwhile.
    const isCutShort = number > 1 && !isLast && random.isHit(0.3);
    for (const [room, head] of heads) {
      const entries = listFor(user, room, log.get(room)?.entries ?? []);
      const end = isLast ? entries.length : random.whole(head, entries.length);
      const replayed = number === 1 ? head : random.whole(head, end);
      // A reset leads into a room that one is in.
      const isReset =
        number > 1 && !isCutShort && random.isHit(0.2) && !isOut(user, entries[replayed - 1]);
      if (isReset) replays.push({ kind: "reset", room, seq: replayed, at: 0 });
      for (const { seq, id, participant } of entries.slice(head, end)) {
        if ((isReset || isCutShort) && seq <= replayed) continue;
        const own =
          participant?.user === user ? ({ own: participant.isIn ? "in" : "out" } as const) : {};
        const via = seq <= replayed ? "replay" : "live";
        (via === "replay" ? replays : live).push({
          kind: "event",
          room,
          seq,
          id,
          via,
          at: 0,
          ...own,
        });
      }
      const headSeq = random.whole(replayed, end);
      if (isCutShort)
        history.snapshots.push({ client: user, room, headSeq, endedAt: openedAt + 0.001 });
      if (isOut(user, entries[end - 1])) heads.delete(room);
      else heads.set(room, end);
    }
    // What happens while a replay is read may come before it; an end does not, since nothing follows it.
    const isMixed = random.isHit(0.5) && !live.some((each) => each.kind === "event" && each.own);
    const mixed = isMixed ? [...live.splice(0, 3), ...replays] : replays;
    told.push(...mixed, ...(isCutShort ? [] : [{ kind: "resumed", at: 0 } as const]), ...live);
    const connection: Connection = { observer: user, user, openedAt, resume, told, isLast };
    history.connections.push(connection);
  }
}

/** The part of a room's log that is this person's to hear. */
function listFor(user: string, room: string, entries: readonly LogEntry[]): readonly LogEntry[] {
  if (room !== "closed") return entries;
  const end = entries.findIndex((entry) => isOut(user, entry));
  return end === -1 ? entries : entries.slice(0, end + 1);
}

function isOut(user: string, entry: LogEntry | undefined): boolean {
  return entry?.participant?.user === user && !entry.participant.isIn;
}
