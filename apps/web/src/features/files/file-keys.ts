import { useEffect, type RefObject } from "react";

/** The arrows go from one file of a list to the next; in a grid up and down to the one in the next line. */
export function useFileKeys(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current;
    element?.addEventListener("keydown", stepThrough);
    return () => element?.removeEventListener("keydown", stepThrough);
  }, [region]);
}

function stepThrough(event: KeyboardEvent): void {
  const { key, currentTarget: region, ctrlKey, metaKey, altKey } = event;
  if (!(region instanceof HTMLElement) || ctrlKey || metaKey || altKey) return;
  const all = [...region.querySelectorAll<HTMLElement>("[data-file]")];
  const at = all.findIndex((each) => each === document.activeElement);
  const next = at === -1 ? undefined : all[at + stepOf(key, all, region)];
  if (!next || next === all[at]) return;
  event.preventDefault();
  next.focus();
}

function stepOf(key: string, all: readonly HTMLElement[], region: HTMLElement): number {
  const top = all[0]?.getBoundingClientRect().top;
  const columns = all.findIndex((each) => each.getBoundingClientRect().top !== top);
  const line = columns === -1 ? all.length : columns;
  const isGrid = line > 1;
  const forwards = getComputedStyle(region).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  if (key === "ArrowDown") return line;
  if (key === "ArrowUp") return -line;
  if (!isGrid || (key !== "ArrowLeft" && key !== "ArrowRight")) return 0;
  return key === forwards ? 1 : -1;
}

/** Down from the search field. */
export function focusFirstFile(event: Pick<KeyboardEvent, "preventDefault">): void {
  const first = document.querySelector<HTMLElement>("[data-file]");
  if (!first) return;
  event.preventDefault();
  first.focus();
}
