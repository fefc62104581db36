import type { DocumentScope } from "@colbin/protocol";

/** The parts of the list, in the order of their tabs. */
export const shownScopes = [
  "all",
  "shared",
  "archived",
  "trash",
] as const satisfies readonly DocumentScope[];
export type ShownScope = (typeof shownScopes)[number];
