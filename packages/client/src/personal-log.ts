import type { ChatState } from "./chat-state.ts";
import type { WritableStore } from "./store.ts";

interface PersonalLog {
  /** Is this change the one after the last that is known? Where it is not, it needs no look of its own. */
  readonly isNext: (rev: number) => boolean;
  /** A connection begins with this number; a server of an older release has none. */
  readonly onOpened: (rev: number | undefined) => void;
}

/**
 * The numbers of what changes for one person alone. Where one is missing all is read again that has a number, the change behind it
 * included; what comes after such a reading with an older number was committed before it, and is in it.
 */
export function createPersonalLog(
  store: WritableStore<ChatState>,
  readAgain: (after: "gap" | "opening") => void,
): PersonalLog {
  const take = (personalRev: number | undefined): void =>
    store.update((state) => ({ ...state, personalRev }));
  const known = (): number => store.getSnapshot().personalRev ?? -1;

  return {
    isNext(rev) {
      const ahead = rev - known();
      if (ahead > 0) take(rev);
      if (ahead > 1) readAgain("gap");
      return ahead === 1;
    },
    onOpened(rev) {
      if (rev !== undefined && rev <= known()) return;
      take(rev);
      readAgain("opening");
    },
  };
}
