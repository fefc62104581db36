import { RESUME_ROOMS_MAX, type CommandOf, type RoomId } from "@colbin/protocol";
import type { ChatState } from "./chat-state.ts";
import { addressOf } from "./reducers/addresses.ts";
import { headOf } from "./state.ts";

export type Resume = NonNullable<CommandOf<"CLIENT_MULTI_ROOM_AUTH">["resume"]>;

/**
 * The heads to resume after: opened rooms first, then the most recently active ones, as many as one resume may name. While the
 * list is one kept from an earlier page, the other rooms come with the new list, however much was said in them since.
 */
export function resumeHeads(state: ChatState): ReadonlyMap<RoomId, number> {
  const listed = state.hasSubscriptions ? [...state.subscriptions.values()] : [];
  const recent = listed.toSorted((one, other) =>
    one.lastActivityAt < other.lastActivityAt ? 1 : -1,
  );
  const ids = new Set([...state.pages.keys(), ...recent.map(({ roomId }) => roomId)]);
  const heads = [...ids].flatMap((roomId): [RoomId, number][] => {
    const head = headOf(state, roomId);
    return head === undefined ? [] : [[roomId, head]];
  });
  return new Map(heads.slice(0, RESUME_ROOMS_MAX));
}

/** The same by the addresses under which the server knows the rooms. */
export function toAddressed(
  state: ChatState,
  heads: ReadonlyMap<RoomId, number>,
): Readonly<Record<string, number>> {
  return Object.fromEntries([...heads].map(([id, head]) => [addressOf(state, id), head]));
}

/** Has one view of the room come further than the other? Then events are missing that the list or the page contains. */
export function isUneven(state: ChatState, roomId: RoomId): boolean {
  const subscribed = state.subscriptions.get(roomId)?.headSeq;
  const page = state.pages.get(roomId);
  return subscribed !== undefined && page?.status === "ready" && page.headSeq !== subscribed;
}
