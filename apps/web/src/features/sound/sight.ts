import type { RoomId } from "@colbin/protocol";
import { chat } from "#web/lib/api/chat.ts";

/** The room that somebody looks at in this tab. */
let shown: RoomId | undefined;
let release: (() => void) | undefined;

const { locks } = navigator as { readonly locks?: LockManager };
const nameOf = (roomId: RoomId): string => `colbin-sight:${roomId}`;

/** Is the room on the screen of a focused window of this browser? */
export async function isInSight(roomId: RoomId): Promise<boolean> {
  if (shown === roomId || !locks) return shown === roomId;
  const { held = [] } = await locks.query();
  return held.some(({ name }) => name === nameOf(roomId));
}

/** The other tabs know the room by a lock, which no tab that crashed still holds. */
export function followSight(): void {
  chat.store.subscribe(look);
  for (const event of ["focus", "blur"]) window.addEventListener(event, look);
  document.addEventListener("visibilitychange", look);
  look();
}

function look(): void {
  const { activeRoomId, subscriptions } = chat.store.getSnapshot();
  const isFocused = document.visibilityState === "visible" && document.hasFocus();
  const isOwn = activeRoomId !== null && subscriptions.has(activeRoomId);
  const roomId = isFocused && isOwn ? activeRoomId : undefined;
  if (roomId === shown) return;
  shown = roomId;
  release?.();
  release = undefined;
  if (roomId === undefined) return;
  // Made before the lock is there: the room may be out of sight by then.
  const isOver = new Promise<void>((resolve) => (release = resolve));
  void locks?.request(nameOf(roomId), { mode: "shared" }, () => isOver);
}
