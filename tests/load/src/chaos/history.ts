/*
 * What happened in a run, as the people in it saw it, and what the log says afterwards. Everything carries the moment at
 * which it happened: one process records all of it, so the moments can be compared. The checker judges by nothing else.
 */

export type Outcome =
  /** Acknowledged. */
  | "ok"
  /** Refused for good: it must not have happened. */
  | "fail"
  /** Nobody knows: it may have happened, once. */
  | "unknown";

interface Acknowledgement {
  readonly seq: number;
  readonly id: string;
  readonly at: number;
}

/** One intent to say something. */
export interface Send {
  readonly client: string;
  readonly author: string;
  readonly room: string;
  readonly clientMessageId: string;
  readonly content: string;
  readonly invokedAt: number;
  /** Its place among the author's messages in this room; undefined where the author does not wait for the one before. */
  readonly number?: number;
  outcome: Outcome;
  endedAt: number;
  /** Every answer that named a place in the log: all must name the same. */
  readonly acknowledgements: Acknowledgement[];
}

/** What one socket was told of one room's log, in the order of arrival. */
export type Told =
  /** A durable event; `id` names what it is, the same for all who are told. */
  | {
      readonly kind: "event";
      readonly room: string;
      readonly seq: number;
      readonly id: string;
      /** `answer`: to an own send; it waits for nothing, and may come before what happened earlier. */
      readonly via: "live" | "replay" | "answer";
      readonly at: number;
      /** It says that the observer is in the room from now on, or is not any more. */
      readonly own?: "in" | "out";
    }
  /** A snapshot that contains the log up to here. */
  | { readonly kind: "head"; readonly room: string; readonly seq: number; readonly at: number }
  /** More was missed than is replayed: the observer goes on from here. */
  | { readonly kind: "reset"; readonly room: string; readonly seq: number; readonly at: number }
  /** The observer does not listen to the room any more. */
  | { readonly kind: "left"; readonly room: string; readonly at: number }
  /** Everything that was missed has been replayed. */
  | { readonly kind: "resumed"; readonly at: number };

/** One socket from its authentication to its end. */
export interface Connection {
  readonly observer: string;
  readonly user: string;
  readonly openedAt: number;
  /** The seq per room after which it asked for a replay. */
  readonly resume: ReadonlyMap<string, number>;
  readonly told: Told[];
  /** Still open when the run had settled: then nothing may be missing. */
  isLast: boolean;
}

/** A page of the newest messages, read by a call. */
export interface Read {
  readonly client: string;
  readonly user: string;
  readonly room: string;
  readonly invokedAt: number;
  readonly endedAt: number;
  readonly headSeq: number;
  readonly entries: readonly { readonly seq: number; readonly id: string }[];
  /** The room holds older messages than these. */
  readonly hasMore: boolean;
}

/** Some other answer that contained a room's log up to here. */
export interface Snapshot {
  readonly client: string;
  readonly room: string;
  readonly headSeq: number;
  readonly endedAt: number;
}

/** Somebody left a room or was taken out of it, and the answer said so. */
export interface Departure {
  readonly user: string;
  readonly room: string;
  readonly seq: number;
}

/** A read position that somebody moved. */
export interface Mark {
  readonly user: string;
  readonly room: string;
  readonly msgNo: number;
  outcome: Outcome;
}

/** What somebody's screen shows in the end. */
export interface Screen {
  readonly client: string;
  readonly user: string;
  readonly room: string;
  /** The end of the log as it is shown, oldest first. */
  readonly entries: readonly { readonly seq: number; readonly id: string }[];
  readonly unreadCount: number;
}

export interface History {
  readonly sends: readonly Send[];
  readonly connections: readonly Connection[];
  readonly reads: readonly Read[];
  readonly snapshots: readonly Snapshot[];
  readonly departures: readonly Departure[];
  readonly marks: readonly Mark[];
  readonly screens: readonly Screen[];
}

/** One durable event as the database has it. */
export interface LogEntry {
  readonly seq: number;
  /** As in Told. */
  readonly id: string;
  /** Null for what is no numbered message. */
  readonly msgNo: number | null;
  readonly message?: {
    readonly author: string;
    readonly clientMessageId: string;
    readonly content: string;
    readonly isSystem: boolean;
  };
  readonly participant?: { readonly user: string; readonly isIn: boolean };
}

export interface LoggedRoom {
  readonly isPublic: boolean;
  readonly lastSeq: number;
  readonly lastMsgNo: number;
  /** In the order of seq. */
  readonly entries: readonly LogEntry[];
  readonly participants: ReadonlyMap<
    string,
    { readonly isIn: boolean; readonly readMsgNo: number }
  >;
}

export type Log = ReadonlyMap<string, LoggedRoom>;

/** A promise that was not kept. */
export interface Violation {
  readonly rule: string;
  readonly text: string;
}
