import { roomKeyOf } from "@colbin/client";
import type { NavigateFunction } from "react-router";
import { chat } from "#web/lib/api/chat.ts";
import { roomPath, type UNASKED } from "#web/lib/routing/paths.ts";

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
  const end = () => leaving.delete(slug);
  leaving.add(slug);
  await act().catch((cause: unknown) => {
    end();
    throw cause;
  });
  if (isShown) void leadElsewhere(slug, navigate).then(end);
  else end();
}

/** Leads elsewhere first, and settles when the room is not on the screen any more. */
export async function leaveScreen(slug: string, navigate: NavigateFunction): Promise<void> {
  if (isOnScreen(slug)) await leadElsewhere(slug, navigate);
}

async function leadElsewhere(slug: string, navigate: NavigateFunction): Promise<void> {
  await leadTo(pathBeside(slug), navigate);
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

/** In the place of a room that is not for the person any more. The entry of a sheet beside it goes as well: the way back would lead there. */
export async function leadTo(
  path: string,
  navigate: NavigateFunction,
  state?: typeof UNASKED,
): Promise<void> {
  // Late: a room is shown before any sheet. Where it does not load, none is open.
  const side = await import("#web/lib/routing/side.ts").catch(() => undefined);
  side?.closeSide();
  await navigate(path, { replace: true, state });
}

/** Where one is led who may not stay in a room: the most recently active of the others, or the welcome screen. */
export function pathBeside(slug: string): string {
  const rooms = [...chat.store.getSnapshot().subscriptions.values()];
  const [next] = rooms
    .filter(({ sessionRoomSlug }) => sessionRoomSlug !== slug)
    .toSorted((one, other) => Date.parse(other.lastActivityAt) - Date.parse(one.lastActivityAt));
  return next ? roomPath(next.sessionRoomSlug) : "/chat";
}
