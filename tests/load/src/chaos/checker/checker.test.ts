import { describe, expect, test } from "vitest";
import type { LogEntry, LoggedRoom, Told } from "../history.ts";
import { createRandom } from "../random.ts";
import { checkHistory } from "./checker.ts";
import { makeGoodHistory, type GoodHistory } from "./good-history.ts";

type Event = Extract<Told, { kind: "event" }>;
type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The first that fits: a history without one would make the test say nothing. */
function first<T>(list: readonly T[], fits: (each: T) => boolean = () => true): T {
  const found = list.find(fits);
  if (!found) throw new Error("The history has nothing to plant this fault in");
  return found;
}

function open(made: GoodHistory): Writable<LoggedRoom> & { entries: LogEntry[] } {
  return first([...made.log], ([room]) => room === "open")[1];
}

function acked(made: GoodHistory, number = 0) {
  const { sends } = made.history;
  return first(sends.filter((each) => each.outcome === "ok" && each.room === "open").slice(number));
}

function entryOf(made: GoodHistory, clientMessageId: string) {
  return first(open(made).entries, ({ message }) => message?.clientMessageId === clientMessageId);
}

/** Takes an event out of the log as if it had never been: the ones behind it close up. */
function removeFromLog(room: Writable<LoggedRoom> & { entries: LogEntry[] }, seq: number): void {
  room.entries.splice(seq - 1, 1);
}

/** The live events of the open room on a connection that has several. */
function live(made: GoodHistory) {
  const connection = first(made.history.connections, ({ told }) => listLive(told).length > 4);
  return { connection, events: listLive(connection.told) };
}

function listLive(told: readonly Told[]): Event[] {
  const from = told.findIndex(({ kind }) => kind === "resumed");
  return (from === -1 ? [] : told.slice(from + 1))
    .filter((each) => each.kind === "event")
    .filter(({ room }) => room === "open");
}

/** The one that is still open in the end, with what it was told of the open room. */
function last(made: GoodHistory, user = "alice") {
  const connection = first(made.history.connections, (each) => each.isLast && each.user === user);
  const events = connection.told.filter((each) => each.kind === "event" && each.room === "open");
  return { connection, events };
}

function drop(told: Told[], event: Told): void {
  told.splice(told.indexOf(event), 1);
}

const planted: readonly [string, string, (made: GoodHistory) => void][] = [
  [
    "an acknowledged message that is not in the log",
    "lost",
    (made) => removeFromLog(open(made), entryOf(made, acked(made).clientMessageId).seq),
  ],
  [
    "the last acknowledged message is lost together with its numbers",
    "lost",
    (made) => {
      const room = open(made);
      const own = made.history.sends.filter(
        (each) => each.room === "open" && each.outcome === "ok",
      );
      const end = entryOf(made, own.at(-1)?.clientMessageId ?? "").seq;
      room.entries.splice(end - 1);
      room.lastSeq = end - 1;
    },
  ],
  [
    "an acknowledged message that is there twice",
    "doubled",
    (made) => {
      const room = open(made);
      const entry = entryOf(made, acked(made).clientMessageId);
      room.entries.push({
        ...entry,
        id: "again",
        seq: room.lastSeq + 1,
        msgNo: room.lastMsgNo + 1,
      });
      room.lastSeq += 1;
      room.lastMsgNo += 1;
    },
  ],
  [
    "a message of unknown outcome that is there twice",
    "doubled",
    (made) => {
      const room = open(made);
      const entry = entryOf(made, acked(made).clientMessageId);
      const send = acked(made);
      send.outcome = "unknown";
      room.entries.push({
        ...entry,
        id: "again",
        seq: room.lastSeq + 1,
        msgNo: room.lastMsgNo + 1,
      });
    },
  ],
  [
    "a message that was refused for good and is there",
    "refused but there",
    (made) => {
      acked(made).outcome = "fail";
    },
  ],
  [
    "an acknowledged message with another content",
    "changed",
    (made) => {
      const entry: Writable<LogEntry> = entryOf(made, acked(made).clientMessageId);
      if (entry.message) entry.message = { ...entry.message, content: "something else" };
    },
  ],
  [
    "an answer that names another place in the log",
    "wrong answer",
    (made) => {
      const { acknowledgements } = acked(made);
      const [answer] = acknowledgements;
      if (answer) acknowledgements[0] = { ...answer, seq: answer.seq + 1 };
    },
  ],
  [
    "a repetition that is answered with another message",
    "wrong answer",
    (made) => acked(made).acknowledgements.push({ seq: 5, id: "another", at: 10_000 }),
  ],
  [
    "a message that nobody sent",
    "from nowhere",
    (made) => {
      const entry: Writable<LogEntry> = entryOf(made, acked(made).clientMessageId);
      if (entry.message) entry.message = { ...entry.message, clientMessageId: "temp_nobody" };
    },
  ],
  [
    "two messages of an author in the wrong order",
    "author order",
    (made) => {
      const mine = made.history.sends.filter(
        ({ author, room, outcome }) => author === "bob" && room === "open" && outcome === "ok",
      );
      const [one, other] = mine as [
        Writable<(typeof mine)[number]>,
        Writable<(typeof mine)[number]>,
      ];
      [one.number, other.number] = [other.number ?? 0, one.number ?? 0];
    },
  ],
  [
    "a place before one that was acknowledged earlier",
    "real time",
    (made) => {
      const [one, other] = [acked(made, 2), acked(made, 9)] as [
        Writable<ReturnType<typeof acked>>,
        ReturnType<typeof acked>,
      ];
      one.invokedAt = (other.acknowledgements[0]?.at ?? 0) + 1;
    },
  ],
  [
    "a hole in seq",
    "gap in seq",
    (made) => {
      const room = open(made);
      for (const entry of room.entries.slice(20)) (entry as Writable<LogEntry>).seq += 1;
      room.lastSeq += 1;
    },
  ],
  [
    "a seq twice",
    "gap in seq",
    (made) => {
      (open(made).entries[20] as Writable<LogEntry>).seq -= 1;
    },
  ],
  [
    "a hole in msgNo",
    "gap in msgNo",
    (made) => {
      const numbered = open(made).entries.filter(({ msgNo }) => msgNo !== null);
      for (const entry of numbered.slice(10))
        (entry as Writable<LogEntry>).msgNo = (entry.msgNo ?? 0) + 1;
    },
  ],
  [
    "a head behind the last event",
    "head",
    (made) => {
      open(made).lastSeq -= 1;
    },
  ],
  [
    "two observers who are told different messages under one seq",
    "disagreement",
    (made) => {
      (live(made).events[2] as Writable<Event>).id = "another";
    },
  ],
  [
    "an event that was told and is not in the log",
    "told what is not there",
    (made) => {
      const { connection, events } = last(made);
      connection.told.push({
        ...first(events as Event[]),
        seq: open(made).lastSeq + 1,
        id: "ghost",
      });
    },
  ],
  [
    "a live event that is left out",
    "gap",
    (made) => {
      const { connection, events } = live(made);
      const [, left] = events;
      if (left) drop(connection.told, left);
    },
  ],
  [
    "live events in the wrong order",
    "gap",
    (made) => {
      const { connection, events } = live(made);
      const [, one, other] = events;
      if (!one || !other) return;
      const at = connection.told.indexOf(one);
      connection.told[connection.told.indexOf(other)] = one;
      connection.told[at] = other;
    },
  ],
  [
    "a replay with a hole in it",
    "gap after resume",
    (made) => {
      const isReplay = (each: Told) =>
        each.kind === "event" && each.via === "replay" && each.room === "open";
      const { told } = first(
        made.history.connections,
        (each) => each.told.filter(isReplay).length > 2,
      );
      drop(told, first(told, isReplay));
    },
  ],
  [
    "what was asked for and comes with a hole before it",
    "gap in the end",
    (made) => {
      const { connection, events } = last(made);
      const { entries } = open(made);
      const isOfOthers = ({ seq }: Event): boolean => entries[seq - 1]?.message?.author !== "alice";
      const ofOthers = (events as Writable<Event>[]).filter(isOfOthers);
      const asked = first(ofOthers, ({ seq }) => seq === entries.length);
      drop(
        connection.told,
        first(ofOthers, ({ seq }) => seq === asked.seq - 1),
      );
      asked.via = "replay";
    },
  ],
  [
    "a resume after something that its observer never got",
    "skipped",
    (made) => {
      const connection = first(made.history.connections, ({ resume }) => resume.has("open"));
      const before = made.history.connections.indexOf(connection) - 1;
      const earlier = made.history.connections[before]?.told ?? [];
      const own = earlier.filter((each) => each.kind === "event" && each.room === "open");
      for (const each of own.slice(-1)) drop(earlier, each);
      (connection.resume as Map<string, number>).set(
        "open",
        (connection.resume.get("open") ?? 0) + 1,
      );
    },
  ],
  [
    "a resume that skips the last event, with everything after it delivered",
    "skipped",
    (made) => {
      const connections = made.history.connections.filter(({ user }) => user === "bob");
      const connection = first(connections, ({ resume }) => (resume.get("open") ?? 99) < 40);
      const head = connection.resume.get("open") ?? 0;
      (connection.resume as Map<string, number>).set("open", head + 1);
      const skipped = connection.told.find(
        (each) => "seq" in each && each.room === "open" && each.seq === head + 1,
      );
      if (skipped) drop(connection.told, skipped);
    },
  ],
  [
    "an event that an observer is never told",
    "never told",
    (made) => {
      const { connection, events } = last(made);
      drop(connection.told, first((events as Event[]).slice(-1)));
    },
  ],
  [
    "a read that goes back in time",
    "read back in time",
    (made) => {
      const reads = made.history.reads.filter(
        ({ room, client }) => room === "open" && client === "alice",
      );
      const end = first(reads.toReversed());
      made.history.reads.push({
        ...end,
        invokedAt: 10_000,
        endedAt: 10_001,
        headSeq: 3,
        entries: [],
        hasMore: true,
      });
    },
  ],
  [
    "a read without what its reader had written",
    "own write not read",
    (made) => {
      const read: Writable<GoodHistory["history"]["reads"][number]> = first(
        made.history.reads,
        ({ room, client }) =>
          room === "open" &&
          made.history.sends.some(
            (s) => s.client === client && s.outcome === "ok" && s.room === room,
          ),
      );
      const own = made.history.sends.filter(
        (s) => s.client === read.client && s.room === "open" && s.outcome === "ok",
      );
      read.invokedAt = (own.at(-1)?.acknowledgements[0]?.at ?? 0) + 1;
      read.headSeq = 3;
      read.entries = [];
      read.hasMore = true;
    },
  ],
  [
    "a page with a message left out",
    "wrong page",
    (made) => {
      const read: Writable<GoodHistory["history"]["reads"][number]> = first(
        made.history.reads,
        ({ entries }) => entries.length > 2,
      );
      read.entries = [...read.entries.slice(0, 1), ...read.entries.slice(2)];
    },
  ],
  [
    "a screen that misses a message",
    "wrong screen",
    (made) => {
      const screen: Writable<GoodHistory["history"]["screens"][number]> = first(
        made.history.screens,
      );
      screen.entries = screen.entries.slice(0, -1);
    },
  ],
  [
    "a screen that shows a message twice",
    "wrong screen",
    (made) => {
      const screen: Writable<GoodHistory["history"]["screens"][number]> = first(
        made.history.screens,
      );
      screen.entries = [...screen.entries, ...screen.entries.slice(-1)];
    },
  ],
  [
    "an empty screen of a room that is not empty",
    "wrong screen",
    (made) => {
      (first(made.history.screens) as Writable<GoodHistory["history"]["screens"][number]>).entries =
        [];
    },
  ],
  [
    "an event of a closed room after the removal",
    "told after removal",
    (made) => {
      const closed = made.log.get("closed");
      const event = first(closed?.entries.slice(-1) ?? []);
      const { connection } = last(made, "carol");
      connection.told.push({
        kind: "event",
        room: "closed",
        seq: event.seq,
        id: event.id,
        via: "live",
        at: 0,
      });
    },
  ],
  [
    "an event of an open room on the connection that was told of the end",
    "told after removal",
    (made) => {
      const room = open(made);
      const seq = room.lastSeq + 1;
      room.entries.push({
        seq,
        id: "alice false",
        msgNo: null,
        participant: { user: "alice", isIn: false },
      });
      room.entries.push({ seq: seq + 1, id: "on", msgNo: null });
      room.lastSeq = seq + 1;
      const { told } = last(made).connection;
      const event = { kind: "event", room: "open", via: "live", at: 0 } as const;
      told.push(
        { ...event, seq, id: "alice false", own: "out" },
        { ...event, seq: seq + 1, id: "on" },
      );
    },
  ],
  [
    "a removal that was acknowledged and is not in the log",
    "lost departure",
    (made) => {
      made.history.departures.push({ user: "bob", room: "open", seq: 7 });
    },
  ],
  [
    "a read position that forgot an acknowledged mark",
    "read position",
    (made) => {
      made.history.marks.push({
        user: "bob",
        room: "open",
        msgNo: open(made).lastMsgNo + 1,
        outcome: "ok",
      });
    },
  ],
  [
    "a read position that nobody moved",
    "read position",
    (made) => {
      const own = open(made).participants.get("bob") as { readMsgNo: number };
      own.readMsgNo += 1;
    },
  ],
  [
    "an unread count that is not what the log says",
    "unread",
    (made) => {
      (
        first(made.history.screens) as Writable<GoodHistory["history"]["screens"][number]>
      ).unreadCount += 1;
    },
  ],
];

const SEEDS = 300;

describe("the checker", () => {
  test(`says nothing about ${SEEDS} histories in which everything was kept`, () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const { history, log } = makeGoodHistory(createRandom(seed));
      expect({ seed, violations: checkHistory(history, log) }).toEqual({ seed, violations: [] });
    }
  });

  test.each(planted)("finds %s", (_, rule, plant) => {
    const found = new Set<string>();
    let tried = 0;
    for (let seed = 1; seed <= 20; seed += 1) {
      const made = makeGoodHistory(createRandom(seed));
      try {
        plant(made);
      } catch (error) {
        // This history has no place for this fault; another one has.
        if (!String(error).includes("nothing to plant")) throw error;
        continue;
      }
      tried += 1;
      const rules = checkHistory(made.history, made.log).map((violation) => violation.rule);
      expect({ seed, rules }).toEqual({ seed, rules: expect.arrayContaining([rule]) as string[] });
      found.add(rule);
    }
    expect(tried).toBeGreaterThan(3);
    expect(found).toEqual(new Set([rule]));
  });
});
