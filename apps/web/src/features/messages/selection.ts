import { createStore } from "@colbin/client";

/** Keys of the messages that are selected in the room on the screen, the last one last; undefined while none can be. */
export const selection = createStore<ReadonlySet<string> | undefined>(undefined);

export function endSelection(): void {
  selection.update(() => undefined);
}
