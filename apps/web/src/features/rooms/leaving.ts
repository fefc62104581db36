import { chat } from "#web/lib/chat.ts";
import { roomPath } from "#web/lib/room-path.ts";

const leaving = new Set<string>();

/** Is the person on their way out of this room by their own wish? Then nobody asks what outsiders see of it. */
export function isLeaving(slug: string): boolean {
  return leaving.has(slug);
}

/** Runs what takes the person out of a room, and leads elsewhere. */
export async function whileLeaving(slug: string, act: () => Promise<void>): Promise<void> {
  leaving.add(slug);
  try {
    await act();
  } finally {
    leaving.delete(slug);
  }
}

/** The most recently active of the other rooms (specification, section 4: Leave), or the welcome screen. */
export function pathBeside(slug: string): string {
  const rooms = [...chat.store.getSnapshot().subscriptions.values()];
  const [next] = rooms
    .filter(({ sessionRoomSlug }) => sessionRoomSlug !== slug)
    .toSorted((one, other) => Date.parse(other.lastActivityAt) - Date.parse(one.lastActivityAt));
  return next ? roomPath(next.sessionRoomSlug) : "/chat";
}
