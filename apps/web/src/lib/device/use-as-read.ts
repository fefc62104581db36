import { mentionsIn, type MessageMentions } from "@colbin/protocol";
import { useEffect } from "react";
import { chat } from "#web/lib/api/chat.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { asRead } from "./mention-words.ts";

/** A text that is not sent yet, with the names of now in the place of its mentions. */
export function useAsRead(text: string): string {
  useEffect(() => askFor(mentionsIn(text)), [text]);
  return useStore(chat.store, () => asRead(text));
}

/** Asks for the people and rooms that a text names, together. Returns the way to stop. */
export function askFor({
  userIds,
  roomIds,
}: Pick<MessageMentions, "userIds" | "roomIds">): () => void {
  chat.rooms.know(roomIds);
  return chat.people.watch(userIds);
}
