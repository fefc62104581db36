import { useEffect, useEffectEvent, type RefObject } from "react";

/** Files that are pasted into the field. Where there is a text as well, as with cells of a table, the text is meant. */
export function usePastedFiles(
  field: RefObject<HTMLTextAreaElement | null>,
  onPaste: ((files: readonly File[]) => void) | undefined,
): void {
  const handle = useEffectEvent((event: ClipboardEvent): void => {
    const { files, types } = event.clipboardData ?? {};
    if (!onPaste || !files?.length || types?.includes("text/plain")) return;
    event.preventDefault();
    // An image that is copied from a page comes with its HTML, too.
    event.stopPropagation();
    onPaste([...files]);
  });
  useEffect(() => {
    const form = field.current?.form;
    const listener = (event: ClipboardEvent): void => handle(event);
    form?.addEventListener("paste", listener, { capture: true });
    return () => form?.removeEventListener("paste", listener, { capture: true });
  }, [field]);
}
