import { createStore } from "@colbin/client";
import type { RoomId, UserId } from "@colbin/protocol";

/** A person whom the text of a room names, and who is not in the room. */
export interface Outsider {
  readonly id: UserId;
  readonly fullName: string;
}

/** The one who was named last, by room, until they are invited or the text names nobody any more. */
export const outsiders = createStore<ReadonlyMap<RoomId, Outsider>>(new Map());

export function noteOutsider(roomId: RoomId, person: Outsider): void {
  outsiders.update((before) => new Map(before).set(roomId, person));
}

export function forgetOutsider(roomId: RoomId): void {
  outsiders.update((before) => {
    const next = new Map(before);
    next.delete(roomId);
    return next;
  });
}
