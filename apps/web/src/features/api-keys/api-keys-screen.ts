import { settingsTexts } from "#web/features/settings/texts.ts";
import { ApiKeysPage } from "./ApiKeysPage.tsx";

/** The title of the tab is loaded with the screen. */
export const apiKeysScreen = {
  Component: ApiKeysPage,
  handle: { title: settingsTexts.apiKeys },
} as const;
