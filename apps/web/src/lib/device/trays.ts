import { createStore, type OutgoingFile } from "@colbin/client";

/** The files of a message that is being written. */
export interface Tray {
  /** In the order of adding; never empty. */
  readonly files: readonly OutgoingFile[];
  /** Why the message cannot be sent with them. */
  readonly problem: string | undefined;
  /** A message takes them, or gives them back. */
  readonly hold: (isHeld: boolean) => void;
}

/** By the name of the composer's draft. Filled with the part of the app that uploads, which comes late. */
export const trays = createStore<ReadonlyMap<string, Tray>>(new Map());
