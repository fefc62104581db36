import { hasPermission, type Subscription } from "@colbin/protocol";
import { askOfRoom } from "#web/features/rooms/room-asks.ts";
import { keepPollDraft, readPollDraft } from "./poll-draft.ts";

/** May the person ask the room something? */
export function mayAskPoll({ role, status }: Pick<Subscription, "role" | "status">): boolean {
  return status === "ACTIVE" && hasPermission(role, "WRITE");
}

/** Opens the dialog for a poll in this room, with the question as far as it is written. */
export function askPoll(room: Subscription, question = ""): void {
  if (question !== "") keepPollDraft(room.roomId, { ...readPollDraft(room.roomId), question });
  askOfRoom("poll", room);
}
