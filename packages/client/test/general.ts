import { roomIdOf } from "../src/reducers/addresses.ts";
import { visibleMessages } from "../src/selectors.ts";
import { toRoomId, type FakeRoom } from "./fake-room.ts";
import { alice, bob } from "./people.ts";
import { world, type Tab, type World } from "./world.ts";

/** Alice has general open; Bob writes there. */
export async function general() {
  const all = world();
  const room = all.server.room("general", alice, bob);
  const tab = await all.connected(alice);
  await tab.chat.rooms.open(room.roomId);
  return { ...all, room, tab };
}

/** Opens a room as soon as its address says which it is. */
export function openWhenKnown({ store, rooms }: Tab["chat"], slug: string): void {
  const open = (): void => {
    const roomId = roomIdOf(store.getSnapshot(), slug);
    if (!roomId) return;
    stop();
    rooms.open(roomId).catch(() => undefined);
  };
  const stop = store.subscribe(open);
  open();
}

/** Looks from outside at a room that the person is not in. */
export async function look({ chat }: Tab, slug: string): Promise<void> {
  const { roomId } = await chat.rooms.card(slug);
  await chat.rooms.open(roomId);
}

export function says({ server }: Pick<World, "server">, room: FakeRoom, ...texts: string[]): void {
  for (const text of texts)
    server.publish(room, () => room.send(bob, text, `temp_bob_${room.headSeq}`));
}

export function shown({ chat }: Tab, slug = "general"): string[] {
  return visibleMessages(chat.store.getSnapshot(), toRoomId(slug)).map((each) => each.content);
}

export function subscription({ chat }: Tab, slug = "general") {
  return chat.store.getSnapshot().subscriptions.get(toRoomId(slug));
}
