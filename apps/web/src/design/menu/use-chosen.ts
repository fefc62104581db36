import { useRef } from "react";
import { giveFocusBack } from "./landmark.ts";

/**
 * An entry that was chosen in a menu is run once the menu is closed and has given the focus back to its opener: an entry that
 * opens a dialog does so from here, so that the dialog knows where the focus goes back to.
 */
export function useChosen(opener: HTMLElement | undefined) {
  const chosen = useRef<() => void>(undefined);
  return {
    choose: (act: () => void): void => {
      chosen.current = act;
    },
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault();
      giveFocusBack(opener);
      chosen.current?.();
      chosen.current = undefined;
    },
  };
}
