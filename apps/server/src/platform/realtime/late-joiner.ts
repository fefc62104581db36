import type { Logger } from "pino";
import { LOG_READ_MAX } from "./bounds.ts";
import { toEntry } from "./frames.ts";
import type { ReadLog } from "./gap-filler.ts";
import type { Entry, HubSocket, Member, Room } from "./room.ts";

export interface LateJoinerDeps {
  readonly readLog: ReadLog;
  readonly log: Logger;
  /** Takes a socket out of a room. */
  readonly leave: (room: Room, socket: HubSocket) => void;
  /** Closes a socket that cannot be brought up to date: its client comes back and resumes. */
  readonly giveUp: (socket: HubSocket) => void;
}

/** Reads of the log after which a socket that is still behind is given up. */
const READS_MAX = 10;

/**
 * Brings a socket that subscribed at an older place up to the room's head: from memory where the events are at hand, else
 * from the log. An event that removes the person is the last one they get, here as everywhere; a socket that may have missed it
 * hears nothing more.
 */
export async function catchUp(deps: LateJoinerDeps, room: Room, member: Member): Promise<void> {
  member.isCatchingUp = true;
  try {
    for (let reads = 0; reads < READS_MAX && isBehind(room, member); reads += 1) {
      if (handRecent(deps, room, member)) break;
      const events = await deps.readLog(room.id, member.after, LOG_READ_MAX);
      if (events.length === 0) break;
      for (const event of events) {
        if (event.seq !== undefined) hand(deps, room, member, toEntry(event, event.seq));
      }
    }
  } catch (error) {
    deps.log.warn({ err: error, roomId: room.id }, "The log of a room could not be read");
  }
  if (isBehind(room, member)) {
    deps.leave(room, member.socket);
    deps.giveUp(member.socket);
  }
  member.isCatchingUp = false;
}

function isBehind(room: Room, member: Member): boolean {
  // Events of this turn are handed by the room itself once the socket takes part again.
  room.flush();
  return room.members.get(member.socket) === member && member.after < room.head;
}

function handRecent(deps: LateJoinerDeps, room: Room, member: Member): boolean {
  const entries = room.listRecent(member.after);
  for (const entry of entries ?? []) hand(deps, room, member, entry);
  return entries !== undefined;
}

function hand(deps: LateJoinerDeps, room: Room, member: Member, entry: Entry): void {
  if (entry.seq <= member.after || room.members.get(member.socket) !== member) return;
  room.moveOn(member, entry.seq);
  member.socket.writer.push(entry.frame);
  const { audience, seq } = entry;
  const isOut = audience?.change === "remove" && audience.userId === member.socket.actor.userId;
  if (isOut && seq > member.checkedAtSeq) deps.leave(room, member.socket);
}
