import { useStore } from "#web/lib/react/use-store.ts";
import { look } from "./look.ts";

const options = ["comfortable", "compact"] as const;
export type Density = (typeof options)[number];

const density = look("density", options);

/** Shows it at once and keeps it for the next visit. */
export function setDensity(next: Density): void {
  density.update(() => next);
}

/** How close together things stand. */
export function useDensity(): Density {
  return useStore(density, (value) => value);
}
