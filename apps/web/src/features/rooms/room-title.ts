import type { ChatState } from "@colbin/client";
import type { Params } from "react-router";

/** The name of the room of the address; the address itself until the name is known. */
export function roomTitle({ chatId = "" }: Readonly<Params>, state: ChatState): string {
  const room = state.subscriptions.get(chatId) ?? state.rooms.get(chatId);
  return room?.roomName ?? chatId;
}
