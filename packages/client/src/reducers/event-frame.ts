import type { EventName, RoomEventFrame, RoomId } from "@colbin/protocol";

/** One kind of room event as it arrives, with its room. */
export type EventFrame<N extends EventName> = Extract<RoomEventFrame, { readonly event: N }> & {
  readonly roomId: RoomId;
};
