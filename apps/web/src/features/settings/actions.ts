import type { Action } from "#web/lib/actions/actions.ts";
import { createOffer } from "#web/lib/actions/offer.ts";

/** By the list of settings, which knows where the person came from. */
export const leavingSettings = createOffer();

export const leaveSettings: Action = {
  id: "settings.leave",
  title: { id: "settings.leave", message: "Close the settings" },
  keywords: { id: "settings.leaveWords", message: "back chat rooms" },
  shortcut: "Escape",
  scope: "settings",
  when: leavingSettings.when,
  run: leavingSettings.run,
};
