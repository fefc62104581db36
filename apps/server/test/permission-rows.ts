import type { CallOf, EndpointName } from "@colbin/protocol";
import { seen, type Row, type Verdicts } from "./permission-kinds.ts";

/* Rows of the permission matrix that several operations share. */

/** Everybody whose account is good. */
export const person: Row = { MEM: "ok", GST: "ok" };
/** The same refusal for everybody whose account is good. */
export function noneOf(refusal: string): Row {
  return { in: refusal, MEM: refusal, GST: refusal };
}

/** The same also for link guests; in a room as those who are in it with their level. */
export function open(row: Row): Row {
  const withGuests = (verdicts: Verdicts) => ({ ...verdicts, LNK: verdicts.in ?? "ok" });
  if (!("PUBLIC" in row)) return withGuests(row);
  const types = Object.entries(row).map(([type, verdicts]) => [type, withGuests(verdicts)]);
  return Object.fromEntries(types) as Row;
}

export const unseen = "NOT_A_PARTICIPANT";
/** Who reads a room: its people, and members when it is PUBLIC, unless they are banned. */
export const reading: Row = {
  PUBLIC: { MEM: "ok", BAN: unseen },
  PROTECTED: { MEM: unseen },
  PRIVATE: {},
};
export const foreign = "MESSAGE_NOT_AUTHOR";
/** A message of somebody else, for people who read the room. */
export const foreigners: Row = {
  PUBLIC: { in: foreign, MEM: foreign, BAN: unseen },
  PROTECTED: { in: foreign, MEM: unseen },
  PRIVATE: { in: foreign },
};
export const tooLow = "MESSAGE_SEND_NOT_ALLOWED";
export const sending = seen({ COM: tooLow, REA: tooLow, MEM: "NOT_SUBSCRIBED" });
export const marking = seen({ MEM: "SUBSCRIPTION_NOT_FOUND" });
const noRooms = "ROOMS_NOT_FOUND";
export const subscribing: Row = {
  PUBLIC: { MEM: "ok", BAN: noRooms, GST: noRooms },
  PROTECTED: { MEM: noRooms, GST: noRooms },
  PRIVATE: { MEM: noRooms, GST: noRooms },
};
/** Only who is in the room; it has another OWNER. */
export const inside = seen({ MEM: unseen });
export interface EndpointRule<N extends EndpointName> {
  readonly row: Row;
  /** Where a role on the instance says something else than the same role in an organization. */
  readonly personal?: Verdicts;
  /** In the room are a message and somebody with the level WRITE. */
  readonly input: (slug: string, messageId: string, participantId: string) => CallOf<N>;
}
