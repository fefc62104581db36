import type { EventName, RoomEventFrame } from "@colbin/protocol";

/** One kind of room event as it arrives, with its address. */
export type EventFrame<N extends EventName> = Extract<RoomEventFrame, { readonly event: N }>;
