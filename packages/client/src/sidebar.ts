import type { Sidebar, SidebarSection } from "@colbin/protocol";
import { toApiError } from "./api-error.ts";
import type { Chat } from "./chat-client.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import type { ListHost } from "./list-host.ts";

interface SidebarParts {
  readonly api: Chat["sidebar"];
  /** A change may have been missed: reads them again. A reading that fails is made up for at the next occasion. */
  readonly look: () => void;
}

/** A change that another device was faster with is tried again on what it made of them, this often. */
const TRIES = 3;

/** The person's own sections in the list of rooms. */
export function createSidebar({ store, call, owner }: Omit<ListHost, "onNews">): SidebarParts {
  /** Whose sections the server has told this page; before, they are those that an earlier page kept, or none. */
  let known: string | undefined;

  /** Takes an answer for the person and the workspace that it was asked for, unless a change that it does not contain was made meanwhile. */
  async function take(ask: () => Promise<Sidebar>): Promise<void> {
    const asked = owner();
    const sidebar = await ask();
    if (owner() !== asked) return;
    // Sections that an earlier page kept may have a change in them that never reached the server.
    const isFirst = known !== asked;
    known = asked;
    store.update((state) =>
      isFirst || sidebar.rev > state.sidebar.rev ? { ...state, sidebar } : state,
    );
  }
  const read = oneAtATime(() => take(() => call("getSidebar", {})));

  async function change(edit: (sections: readonly SidebarSection[]) => readonly SidebarSection[]) {
    if (known !== owner()) await read();
    for (let tries = 1; ; tries += 1) {
      const { sections: before, rev } = store.getSnapshot().sidebar;
      const sections = [...edit(before)];
      store.update((state) => ({ ...state, sidebar: { sections, rev } }));
      try {
        return await take(() => call("updateSidebar", { body: { sections, rev } }));
      } catch (cause) {
        const isTaken = toApiError(cause).code === "SIDEBAR_CHANGED" && tries < TRIES;
        if (!isTaken)
          store.update((state) =>
            state.sidebar.rev === rev ? { ...state, sidebar: { sections: before, rev } } : state,
          );
        await read();
        if (!isTaken) throw cause;
      }
    }
  }
  // One after the other: each begins with what the one before made.
  let last: Promise<unknown> = Promise.resolve();

  return {
    look: () => void read().catch(() => undefined),
    api: {
      change(edit) {
        const done = last.then(() => change(edit));
        last = done.catch(() => undefined);
        return done;
      },
    },
  };
}
