import type { RoomId } from "@colbin/protocol";
import { createContext, use } from "react";
import { standingOf, type Standing } from "./message-rights.ts";

export interface ShownRoom extends Standing {
  readonly roomId: RoomId;
  /** Its address. */
  readonly slug: string;
}

/** The room around a list of messages: rows act on it by themselves. */
export const RoomContext = createContext<ShownRoom>({
  roomId: "" as RoomId,
  slug: "",
  ...standingOf(undefined, undefined, null),
});

export function useRoom(): ShownRoom {
  return use(RoomContext);
}
