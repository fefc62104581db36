import { createStore } from "@colbin/client";
import type { RoomCard, Subscription } from "@colbin/protocol";

/** A dialog about a room, wherever the room was pressed. */
export type RoomAsk = "leave" | "archive" | "delete" | "share" | "addPeople" | "poll";

/** The one that is open; `RoomDialogs` shows it. */
export const openAsk = createStore<
  { readonly ask: RoomAsk; readonly room: Subscription | RoomCard } | undefined
>(undefined);

export function askOfRoom(ask: RoomAsk, room: Subscription | RoomCard): void {
  openAsk.update(() => ({ ask, room }));
}

export function endAsk(): void {
  openAsk.update(() => undefined);
}
