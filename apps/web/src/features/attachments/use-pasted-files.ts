import { useEffect, useEffectEvent, type RefObject } from "react";

/** Files that are pasted while a composer is there, for that composer; the reader of pastes comes after the page. */
export function usePastedFiles(
  field: RefObject<HTMLTextAreaElement | null>,
  onPaste: ((files: readonly File[]) => void) | undefined,
): void {
  const isOn = onPaste !== undefined;
  const take = useEffectEvent((files: readonly File[]): void => onPaste?.(files));
  useEffect(() => {
    if (!isOn) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const listen = async (): Promise<void> => {
      const { takePasted } = await import("./take-pasted.ts");
      const listener = (event: ClipboardEvent): void => {
        const files = takePasted(event, field.current);
        if (files.length > 0) take(files);
      };
      if (!signal.aborted) window.addEventListener("paste", listener, { capture: true, signal });
    };
    // Texts are pasted all the same.
    listen().catch(() => undefined);
    return () => ending.abort();
  }, [isOn, field]);
}
