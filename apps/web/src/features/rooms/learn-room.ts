import { chat } from "#web/lib/chat.ts";

/** The person has come into this room. The channel says so by itself; without it the list is read. */
export async function learnRoom(roomSlug: string): Promise<void> {
  if (!chat.store.getSnapshot().subscriptions.has(roomSlug)) await chat.rooms.load();
}
