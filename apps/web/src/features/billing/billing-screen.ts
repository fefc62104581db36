import { settingsTexts } from "#web/features/settings/texts.ts";
import { BillingPage } from "./BillingPage.tsx";

/** The title of the tab is loaded with the screen. */
export const billingScreen = {
  Component: BillingPage,
  handle: { title: settingsTexts.billing },
} as const;
