import type {
  DurableEventName,
  Message,
  MessageId,
  RoomId,
  SessionId,
  UserId,
} from "@colbin/protocol";
import {
  recordPersonChange,
  type PersonChange,
  type RoomWideChange,
} from "#server/features/workspaces/workspaces.service.ts";
import { GUEST_END } from "#server/platform/bound-sessions.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Live, RoomEvent } from "#server/platform/realtime/live.ts";
import { deleteEvents, insertRoomEvent, type LogRow } from "./log.queries.ts";
import { toRoomEvents, type Hydration, type RoomAddress, type RoomEventKind } from "./log.view.ts";

export type {
  HydrateMessages,
  Hydration,
  LoggedEvent,
  RoomAddress,
  RoomEventKind,
  Shown,
} from "./log.view.ts";

/*
 * Changes of rooms. An event is appended in the transaction of its change, made visible by the last statements of that
 * transaction, under the rooms' locks, and published right after the commit: never before, and in the order of seq.
 */

/** A transaction that changes rooms, and the events that it has appended so far. */
export interface Change {
  readonly tx: Tx;
  readonly appended: { readonly room: RoomAddress; readonly row: LogRow }[];
  /** Messages of its events, as far as the change has read them as it leaves them: they are not read again. */
  readonly known: Known;
  /** For whom something changes that takes no seq, or that they may not hear: recorded last of all (recordPersonChange). */
  readonly people: (PersonChange | RoomWideChange)[];
  /** Sessions of link guests, which alone end by what becomes of a room (rules-identity 24): their sockets are closed after its last event. */
  readonly endedSessions: SessionId[];
}

interface Known {
  readonly messages: Map<MessageId, Message>;
}

export interface Changes {
  /**
   * Runs a change in a transaction of its own and publishes its events after the commit. Locks of rooms come first, in the order
   * of their ids (requireLockedRoom).
   */
  run<T>(work: (change: Change) => Promise<T>): Promise<T>;
}

export interface ChangesDeps {
  readonly db: Db;
  readonly live: Pick<Live, "publish" | "endSessions">;
  readonly hydration: Hydration;
}

/** Changes of one process. */
export function createChanges({ db, live, hydration }: ChangesDeps): Changes {
  return {
    async run(work) {
      const { result, events, ended } = await runTransaction(db, async (tx) => {
        const change: Change = {
          tx,
          appended: [],
          known: { messages: new Map() },
          people: [],
          endedSessions: [],
        };
        const done = await work(change);
        const shown = await showAppended(hydration, change);
        await recordPersonChange(tx, change.people);
        return { result: done, events: shown, ended: change.endedSessions };
      });
      for (const event of events) live.publish(event);
      if (ended.length > 0) live.endSessions(ended, GUEST_END);
      return result;
    },
  };
}

async function showAppended(
  hydration: Hydration,
  { tx, appended, known }: Change,
): Promise<RoomEvent<DurableEventName>[]> {
  // Each in a slice of its own: a live event always carries its body.
  const parts = appended.map(({ room, row }) => ({ room, rows: [row] }));
  return (await toRoomEvents(tx, hydration, parts, known)).flat();
}

/**
 * Appends an event to the room's log; the change holds the room's lock. Returns its seq, which a reply to the command carries
 * (wire.md).
 */
export async function appendEvent<N extends DurableEventName, F>(
  change: Change,
  room: RoomAddress,
  kind: RoomEventKind<N, F>,
  event: { readonly actorId: UserId | null; readonly messageId?: MessageId; readonly facts: F },
): Promise<number> {
  const { actorId, messageId = null, facts } = event;
  const row = { kind: kind.name, actorId, messageId, facts };
  const seq = await insertRoomEvent(change.tx, room.id, row);
  change.appended.push({ room, row: { ...row, seq } });
  return seq;
}

/** Removes at most so many events that nobody may read any more: of a room, or of the beginning of its log. False when none was left. */
export function deleteLog(
  db: Db,
  roomId: RoomId,
  which: { readonly upToSeq?: number; readonly limit: number },
): Promise<boolean> {
  return deleteEvents(db, roomId, which);
}
