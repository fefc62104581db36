import type {
  Connection,
  Departure,
  LoggedRoom,
  Mark,
  Screen,
  Told,
  Violation,
} from "../history.ts";
import type { IndexedLog } from "./index-log.ts";

/**
 * Nobody is told what happened in a room after they were out of it and before they came back. A PUBLIC room may be looked at
 * from outside, as a resume does: there it holds for a connection that was told of the end after its resume.
 */
export function checkAccess(connections: readonly Connection[], log: IndexedLog): Violation[] {
  const times = new Map([...log.log].map(([room, logged]) => [room, listTimes(logged)]));
  return connections.flatMap((connection) => {
    const isOut = new Set<string>();
    let isResumed = false;
    return connection.told.flatMap((told) => {
      if (told.kind === "resumed") isResumed = true;
      if (told.kind !== "event") return [];
      const room = log.log.get(told.room);
      // A room that is named in a resume is looked at again.
      if (told.own === "out" && isResumed) isOut.add(told.room);
      if (told.own === "in") isOut.delete(told.room);
      if (!room || (room.isPublic && (told.own === "out" || !isOut.has(told.room)))) return [];
      const own = times.get(told.room)?.get(connection.user);
      return isWithin(own, told.seq) ? [] : [toViolation(connection, told)];
    });
  });
}

interface Time {
  readonly from: number;
  /** The event that says so is the last that they get. */
  readonly to: number;
}

/** When who was in the room, by the log alone. Somebody without any time was let in by hand. */
function listTimes({ entries }: LoggedRoom): Map<string, Time[]> {
  const times = new Map<string, Time[]>();
  for (const { seq, participant } of entries) {
    if (!participant) continue;
    const own = times.get(participant.user) ?? [];
    const last = own.at(-1);
    const isOpen = last?.to === Number.POSITIVE_INFINITY;
    if (participant.isIn && !isOpen) own.push({ from: seq, to: Number.POSITIVE_INFINITY });
    if (!participant.isIn && last && isOpen) own[own.length - 1] = { ...last, to: seq };
    times.set(participant.user, own);
  }
  return times;
}

function isWithin(own: readonly Time[] | undefined, seq: number): boolean {
  // What was before somebody came is history that a participant may read.
  const first = own?.[0];
  if (!own || !first) return false;
  return seq < first.from || own.some(({ from, to }) => seq >= from && seq <= to);
}

function toViolation({ observer }: Connection, told: Extract<Told, { kind: "event" }>): Violation {
  return {
    rule: "told after removal",
    text: `${observer}: ${told.room} seq ${told.seq} (${told.id}), ${told.via}`,
  };
}

/** An answer that says that somebody is out of a room names the event of the log that says so. */
export function checkDepartures(departures: readonly Departure[], log: IndexedLog): Violation[] {
  return departures.flatMap(({ user, room, seq }) => {
    const change = log.find(room, seq)?.participant;
    const isTrue = change?.user === user && !change.isIn;
    return isTrue ? [] : [{ rule: "lost departure", text: `${user} from ${room} at seq ${seq}` }];
  });
}

/**
 * Unread is what the log says: the number of the last message less the read position; and the read position is where own
 * messages and own marks moved it, those of unknown outcome at most.
 */
export function checkUnread(
  screens: readonly Screen[],
  marks: readonly Mark[],
  { log }: IndexedLog,
): Violation[] {
  const violations: Violation[] = [];
  const moved = Map.groupBy(marks, ({ user, room }) => `${user} ${room}`);
  for (const [slug, room] of log) {
    for (const [user, { isIn, readMsgNo }] of room.participants) {
      if (!isIn) continue;
      const { least, most } = expectRead(room, user, moved.get(`${user} ${slug}`) ?? []);
      if (readMsgNo < least || readMsgNo > most)
        violations.push({
          rule: "read position",
          text: `${user} in ${slug}: ${readMsgNo}, not ${least} to ${most}`,
        });
    }
  }
  for (const { client, user, room: slug, unreadCount } of screens) {
    const room = log.get(slug);
    const own = room?.participants.get(user);
    if (!room || !own?.isIn) continue;
    const unread = room.lastMsgNo - own.readMsgNo;
    if (unreadCount !== unread)
      violations.push({
        rule: "unread",
        text: `${client} sees ${unreadCount} in ${slug}, not ${unread}`,
      });
  }
  return violations;
}

function expectRead(
  { entries }: LoggedRoom,
  user: string,
  marks: readonly Mark[],
): { least: number; most: number } {
  let last = 0;
  let own = 0;
  for (const { msgNo, message, participant } of entries) {
    last = msgNo ?? last;
    if (msgNo !== null && message?.author === user) own = msgNo;
    // Who comes begins with nothing unread.
    if (participant?.user === user && participant.isIn) own = Math.max(own, last);
  }
  const of = (list: readonly Mark[]): number[] => list.map(({ msgNo }) => msgNo);
  const done = marks.filter(({ outcome }) => outcome === "ok");
  const tried = marks.filter(({ outcome }) => outcome !== "fail");
  return { least: Math.max(own, ...of(done)), most: Math.max(own, ...of(tried)) };
}
