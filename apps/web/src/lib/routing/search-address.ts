import type { MessageId } from "@colbin/protocol";
import { createPath, useLocation } from "react-router";
import { guardedHistory, place } from "./history.ts";
import { messagePath, roomPath, SEARCH_PATH } from "./paths.ts";
import { sidePath, useSide } from "./side.ts";

/*
 * A search in a room stands in the address of the room: `?find=words`, and with a result that was chosen `&message=`. So the way back
 * leads from a result to the results, and from there to the room.
 */

const NAME = "find";

/** Goes with the entry that opened the search: the entry before it is the same room without. */
interface Opened {
  readonly isSearchStep: true;
}

interface RoomSearchAddress {
  /** Undefined while no search is open. */
  readonly find: string | undefined;
  /** The result that is shown in the room. */
  readonly messageId: string | undefined;
  /** The thread beside the room, which may be a result. */
  readonly threadAt: string | undefined;
}

export function useRoomSearch(): RoomSearchAddress {
  const query = new URLSearchParams(useLocation().search);
  const side = useSide();
  return {
    find: query.get(NAME) ?? undefined,
    messageId: query.get("message") ?? undefined,
    threadAt: side?.name === "thread" ? side.at : undefined,
  };
}

export function openRoomSearch(find = ""): void {
  const { location } = place.getSnapshot();
  const query = new URLSearchParams(location.search);
  const isOpen = query.has(NAME);
  if (isOpen && find === "") return focusField();
  const state = { ...(location.state as object | null), isSearchStep: true } satisfies Opened;
  if (isOpen) guardedHistory.replace(withFind(find), location.state);
  else guardedHistory.push(withFind(find), state);
}

/** The field of the room, as another press of the keys of the search wants it. */
export const ROOM_FIELD_ID = "room-search";

function focusField(): void {
  const field = document.getElementById(ROOM_FIELD_ID);
  if (field instanceof HTMLInputElement) field.select();
  field?.focus();
}

/** Other words; no result of the ones before is chosen any more. */
export function changeRoomSearch(find: string): void {
  guardedHistory.replace(withFind(find), place.getSnapshot().location.state);
}

/** The messages stay as they are. */
export function closeRoomSearch(): void {
  const { location } = place.getSnapshot();
  const state: unknown = location.state;
  const isOpener = typeof state === "object" && state !== null && "isSearchStep" in state;
  // A side that was opened since has an entry of its own.
  if (isOpener && !new URLSearchParams(location.search).has("side")) guardedHistory.go(-1);
  else guardedHistory.replace(withFind(undefined), state);
}

function withFind(find: string | undefined): string {
  const { pathname, search } = place.getSnapshot().location;
  const query = new URLSearchParams(search);
  // The room has opened at it, and would do so once more with each step.
  query.delete("message");
  if (find === undefined) query.delete(NAME);
  else query.set(NAME, find);
  return createPath({ pathname, search: query.toString() });
}

interface Target {
  readonly id: MessageId;
  readonly threadId?: MessageId | undefined;
  readonly msgNo: number | null;
}

/** The place of a message: in its room, or for a reply that stands in its thread alone, there. */
export function targetPath(slug: string, { id, threadId, msgNo }: Target): string {
  return threadId !== undefined && msgNo === null
    ? sidePath(roomPath(slug), { name: "thread", at: id })
    : messagePath(slug, id);
}

/** The same, with the search that is open in the room. */
export function resultPath(slug: string, message: Target, find: string): string {
  return `${targetPath(slug, message)}&${new URLSearchParams({ [NAME]: find }).toString()}`;
}

/** The page of a search over all rooms. */
export function searchPath(q: string, scope?: string): string {
  const query = new URLSearchParams({ q, ...(scope === "public" && { scope }) });
  return q === "" && scope !== "public" ? SEARCH_PATH : `${SEARCH_PATH}?${query.toString()}`;
}
