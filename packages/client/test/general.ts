import { visibleMessages } from "../src/selectors.ts";
import type { FakeRoom } from "./fake-room.ts";
import { alice, bob } from "./people.ts";
import { world, type Tab, type World } from "./world.ts";

/** Alice has general open; Bob writes there. */
export async function general() {
  const all = world();
  const room = all.server.room("general", alice, bob);
  const tab = await all.connected(alice);
  await tab.chat.rooms.open("general");
  return { ...all, room, tab };
}

export function says({ server }: Pick<World, "server">, room: FakeRoom, ...texts: string[]): void {
  for (const text of texts)
    server.publish(room, () => room.send(bob, text, `temp_bob_${room.headSeq}`));
}

export function shown({ chat }: Tab, slug = "general"): string[] {
  return visibleMessages(chat.store.getSnapshot(), slug).map((each) => each.content);
}

export function subscription({ chat }: Tab, slug = "general") {
  return chat.store.getSnapshot().subscriptions.get(slug);
}
