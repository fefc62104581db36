import { useEffectEvent, useLayoutEffect, type RefObject } from "react";

const dialogs = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/**
 * A room that has just come may ask for the focus: what is typed must not go there while this is open. It goes where the palette
 * itself lets it go, and to a dialog or menu that a command has opened, which takes the place of the palette.
 */
export function useKeptFocus(
  field: RefObject<HTMLElement | null>,
  isLetGo: RefObject<boolean>,
  onTakenOver: () => void,
): void {
  const handle = useEffectEvent(({ target }: FocusEvent) => {
    const own = field.current?.closest(dialogs);
    if (isLetGo.current || !own || !(target instanceof Element) || own.contains(target)) return;
    if (target.closest(dialogs)) onTakenOver();
    else field.current?.focus();
  });
  useLayoutEffect(() => {
    const handleFocus = (event: FocusEvent) => handle(event);
    document.addEventListener("focusin", handleFocus);
    return () => document.removeEventListener("focusin", handleFocus);
  }, []);
}
