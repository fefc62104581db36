import { useEffect } from "react";

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** F6 goes to the next of the regions marked `data-region`, Shift+F6 to the one before; hidden ones are passed over. */
export function useRegionKeys(): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.key !== "F6" || event.ctrlKey || event.altKey || event.metaKey) return;
      const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")].filter(
        (region) => region.checkVisibility(),
      );
      const here = regions.findIndex((region) => region.contains(document.activeElement));
      const step = event.shiftKey ? -1 : 1;
      const start = here === -1 && event.shiftKey ? 0 : here;
      const next = regions[(start + step + regions.length) % regions.length];
      if (!next) return;
      event.preventDefault();
      focusRegion(next);
    }
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
}

/** A region names the place to go to by `data-region-start`; else its first control is. */
function focusRegion(region: HTMLElement): void {
  const start = region.querySelector<HTMLElement>("[data-region-start]");
  const first = [...region.querySelectorAll<HTMLElement>(focusable)].find((element) =>
    element.checkVisibility(),
  );
  const target = start ?? first;
  target?.focus();
}
