import { roomKeyOf, type ChatState } from "@colbin/client";
import type { Params } from "react-router";

/** The name of the room of the address; the address itself until the name is known. */
export function roomTitle({ chatId = "" }: Readonly<Params>, state: ChatState): string {
  const roomId = roomKeyOf(state, chatId);
  const room = state.subscriptions.get(roomId) ?? state.rooms.get(roomId);
  return room?.roomName ?? chatId;
}
