import { createOffer } from "#web/lib/actions/offer.ts";

/** By the user menu, which asks first where something would be lost. */
export const signingOut = createOffer();

/** By the user menu, too. */
export const settingStatus = createOffer();
