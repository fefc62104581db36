/**
 * Where the last known state of the chat is kept on the device, so that a reload shows it at once. It holds one text, of one person in
 * one workspace: what is written last replaces all that was there, whichever tab writes it.
 */
export interface SnapshotStore {
  readonly read: () => Promise<string | undefined>;
  /** Whole or not at all. */
  readonly write: (text: string) => Promise<void>;
  readonly clear: () => Promise<void>;
}

/** For programs: forgets with the process. */
export function memorySnapshotStore(): SnapshotStore {
  let kept: string | undefined;
  return {
    read: async () => kept,
    write: async (text) => {
      kept = text;
    },
    clear: async () => {
      kept = undefined;
    },
  };
}
