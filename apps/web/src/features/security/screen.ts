import { settingsTexts } from "#web/features/settings/texts.ts";
import { SecurityPage } from "./SecurityPage.tsx";

/** The title of the tab is loaded with the screen. */
export const securityScreen = {
  Component: SecurityPage,
  handle: { title: settingsTexts.security },
} as const;
