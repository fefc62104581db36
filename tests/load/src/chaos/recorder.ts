import type { RoomEventEntry, ServerFrame } from "@colbin/protocol";
import type {
  Connection,
  Departure,
  History,
  Mark,
  Outcome,
  Read,
  Screen,
  Send,
  Snapshot,
  Told,
} from "./history.ts";

/** Writes down what everybody does and is told, as it happens. */
export class Recorder implements History {
  readonly sends: Send[] = [];
  readonly connections: Connection[] = [];
  readonly reads: Read[] = [];
  readonly snapshots: Snapshot[] = [];
  readonly departures: Departure[] = [];
  readonly marks: Mark[] = [];
  readonly screens: Screen[] = [];
  /** What must never be said to anybody in a run. */
  readonly alarms: string[] = [];
  readonly #intents = new Map<string, Send>();
  /** Number of the newest list that a connection got: an older one that comes later says nothing. */
  readonly #revs = new WeakMap<Connection, number>();
  #acknowledged = 0;

  now(): number {
    return performance.now();
  }

  /** Sends that somebody has an answer for. */
  acknowledged(): number {
    return this.#acknowledged;
  }

  /** An intent is on its way; its outcome is unknown until something is said about it. */
  invoke(send: Omit<Send, "invokedAt" | "outcome" | "endedAt" | "acknowledgements">): Send {
    const begun: Send = {
      ...send,
      invokedAt: this.now(),
      outcome: "unknown",
      endedAt: Number.POSITIVE_INFINITY,
      acknowledgements: [],
    };
    this.sends.push(begun);
    this.#intents.set(keyOf(send.author, send.clientMessageId), begun);
    return begun;
  }

  find(author: string, clientMessageId: string): Send | undefined {
    return this.#intents.get(keyOf(author, clientMessageId));
  }

  acknowledge(send: Send, answer: { readonly seq: number; readonly id: string }): void {
    const { seq, id } = answer;
    send.acknowledgements.push({ seq, id, at: this.now() });
    if (send.outcome !== "ok") this.#acknowledged += 1;
    this.end(send, "ok");
  }

  end(send: Send, outcome: Outcome): void {
    send.outcome = outcome;
    send.endedAt = this.now();
  }

  open(observer: string, user: string, resume: Readonly<Record<string, number>>): Connection {
    const connection: Connection = {
      observer,
      user,
      openedAt: this.now(),
      resume: new Map(Object.entries(resume)),
      told: [],
      isLast: false,
    };
    this.connections.push(connection);
    return connection;
  }

  /** A frame on a connection; the acknowledgement of an own send is taken as such, too. */
  tell(connection: Connection, frame: ServerFrame): void {
    const { told, user, observer } = connection;
    const at = this.now();
    switch (frame.type) {
      case "SERVER_ROOM_EVENT":
        if (!("seq" in frame)) break;
        told.push(
          toEvent(frame, {
            user,
            room: frame.sessionRoomSlug,
            via: "requestId" in frame ? "answer" : "live",
            at,
          }),
        );
        if (frame.event === "message_new" && frame.requestId !== undefined)
          this.#takeAnswer(user, frame.clientMessageId, frame.message);
        break;
      case "SERVER_MESSAGE_HISTORY": {
        if (frame.mode !== "resume") break;
        const { sessionRoomSlug: room, events, headSeq: seq, truncated } = frame;
        if (truncated) told.push({ kind: "reset", room, seq, at });
        for (const event of events) told.push(toEvent(event, { user, room, via: "replay", at }));
        break;
      }
      case "SERVER_SUBSCRIPTION_UPDATE":
        this.#takeList(connection, frame, at);
        break;
      case "SERVER_UNREAD_SUMMARY":
        if (!told.some(({ kind }) => kind === "resumed")) told.push({ kind: "resumed", at });
        break;
      case "SERVER_MULTI_ROOM_ERROR":
        if (frame.code === "LOG_EPOCH_CHANGED" || frame.code === "UNKNOWN_ERROR")
          this.alarms.push(`${observer} was told ${frame.code}: ${JSON.stringify(frame)}`);
        break;
      default:
        break;
    }
  }

  #takeAnswer(
    user: string,
    clientMessageId: string | undefined,
    message: { seq: number; id: string },
  ): void {
    const send = clientMessageId === undefined ? undefined : this.find(user, clientMessageId);
    if (send) this.acknowledge(send, message);
  }

  #takeList(
    connection: Connection,
    {
      subscriptions,
      changed = [],
      removed = [],
      rev,
    }: Extract<ServerFrame, { type: "SERVER_SUBSCRIPTION_UPDATE" }>,
    at: number,
  ): void {
    if (rev < (this.#revs.get(connection) ?? 0)) return;
    this.#revs.set(connection, rev);
    const { told } = connection;
    const rooms = subscriptions ?? changed;
    const listed = new Set(rooms.map(({ sessionRoomSlug }) => sessionRoomSlug));
    const heard = new Set(told.flatMap((each) => ("room" in each ? [each.room] : [])));
    for (const room of heard)
      if (subscriptions ? !listed.has(room) : removed.includes(room))
        told.push({ kind: "left", room, at });
    for (const { sessionRoomSlug: room, headSeq: seq } of rooms)
      told.push({ kind: "head", room, seq, at });
  }
}

function keyOf(author: string, clientMessageId: string): string {
  return `${author} ${clientMessageId}`;
}

interface Hearing {
  readonly user: string;
  readonly room: string;
  readonly via: "live" | "replay" | "answer";
  readonly at: number;
}

function toEvent(event: RoomEventEntry, { user, room, via, at }: Hearing): Told {
  const { seq } = event;
  const id = toEventId(event);
  const isOwn = event.event === "participant_changed" && event.userId === user;
  if (!isOwn) return { kind: "event", room, seq, id, via, at };
  const own = event.accessStatus === "ACCEPTED" ? "in" : "out";
  return { kind: "event", room, seq, id, via, at, own };
}

/** What the event is, the same for everybody and for the log. */
function toEventId(event: RoomEventEntry): string {
  if (event.event === "message_new") return event.message.id;
  if (event.event !== "participant_changed") return event.event;
  return toChangeId(event.userId, event.accessStatus, event.memberCount);
}

export function toChangeId(user: string, status: string, memberCount: number): string {
  return `${user} ${status} ${memberCount}`;
}
