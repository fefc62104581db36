import { createStore } from "@colbin/client";
import type { File } from "@colbin/protocol";

interface ShownFiles {
  readonly files: readonly File[];
  /** Loads those that come after them. */
  readonly more: () => void;
}

/** The list that was on the screen last: the sheet of a file goes through it. */
export const shownFiles = createStore<ShownFiles>({ files: [], more: () => undefined });
