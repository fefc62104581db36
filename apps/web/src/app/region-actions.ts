import type { Action } from "#web/lib/actions/actions.ts";
import { goToRegion } from "./regions.ts";
import { appTexts } from "./texts.ts";

export const regionActions: readonly Action[] = [
  {
    id: "app.nextRegion",
    title: appTexts.nextRegion,
    keywords: appTexts.regionWords,
    shortcut: "F6",
    scope: "global",
    run: () => goToRegion(1),
  },
  {
    id: "app.previousRegion",
    title: appTexts.previousRegion,
    keywords: appTexts.regionWords,
    shortcut: "Shift+F6",
    scope: "global",
    run: () => goToRegion(-1),
  },
];
