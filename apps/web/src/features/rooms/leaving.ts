import { roomKeyOf } from "@colbin/client";
import type { NavigateFunction } from "react-router";
import { chat } from "#web/lib/api/chat.ts";
import { roomPath } from "#web/lib/routing/paths.ts";

const leaving = new Set<string>();

/** Is the person on their way out of this room by their own wish? Then nobody asks what outsiders see of it. */
export function isLeaving(slug: string): boolean {
  return leaving.has(slug);
}

export function isOnScreen(slug: string): boolean {
  const state = chat.store.getSnapshot();
  return state.activeRoomId === roomKeyOf(state, slug);
}

/**
 * Runs what takes the person out of a room. Where it is on the screen, the most recently active of the other rooms takes its place, or
 * the welcome screen (specification, section 4: Leave).
 */
export async function leaveBy(
  slug: string,
  act: () => Promise<unknown>,
  navigate: NavigateFunction,
): Promise<void> {
  const isShown = isOnScreen(slug);
  leaving.add(slug);
  try {
    await act();
    if (isShown) await navigate(pathBeside(slug), { replace: true });
  } finally {
    leaving.delete(slug);
  }
}

/** Leads elsewhere first, and settles when the room is not on the screen any more. */
export async function leaveScreen(slug: string, navigate: NavigateFunction): Promise<void> {
  if (!isOnScreen(slug)) return;
  await navigate(pathBeside(slug), { replace: true });
  await new Promise<void>((resolve) => {
    const stop = chat.store.subscribe(check);
    function check(): void {
      if (isOnScreen(slug)) return;
      stop();
      resolve();
    }
    check();
  });
}

/** Where one is led who may not stay in a room: the most recently active of the others, or the welcome screen. */
export function pathBeside(slug: string): string {
  const rooms = [...chat.store.getSnapshot().subscriptions.values()];
  const [next] = rooms
    .filter(({ sessionRoomSlug }) => sessionRoomSlug !== slug)
    .toSorted((one, other) => Date.parse(other.lastActivityAt) - Date.parse(one.lastActivityAt));
  return next ? roomPath(next.sessionRoomSlug) : "/chat";
}
