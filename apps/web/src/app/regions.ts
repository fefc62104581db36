const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Goes to the next of the regions marked `data-region`, or to the one before; hidden ones are passed over. */
export function goToRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")].filter((region) =>
    region.checkVisibility({ visibilityProperty: true }),
  );
  const here = regions.findIndex((region) => region.contains(document.activeElement));
  const start = here === -1 && step === -1 ? 0 : here;
  const next = regions[(start + step + regions.length) % regions.length];
  if (next) focusRegion(next);
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
