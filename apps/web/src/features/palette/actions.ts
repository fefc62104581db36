import type { Action } from "#web/lib/actions/actions.ts";
import { mainKeys } from "#web/lib/actions/main-keys.ts";
import { createOffer } from "#web/lib/actions/offer.ts";

/** By the shell, which has the place for it. */
export const openingPalette = createOffer();

export const openPalette = {
  id: "palette.open",
  title: { id: "palette.openAction", message: "Open the command palette" },
  keywords: { id: "palette.openWords", message: "search find go to" },
  shortcut: mainKeys.palette,
  alias: "Mod+Shift+P",
  scope: "global",
  when: openingPalette.when,
  run: openingPalette.run,
} as const satisfies Action;
