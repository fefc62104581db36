import type { ComponentType } from "react";
import type { Screen } from "#web/lib/routing/screen.ts";
import { AccountPage } from "./AccountPage.tsx";
import { AppearancePage } from "./AppearancePage.tsx";
import { PrivacyPage } from "./PrivacyPage.tsx";
import { ProfilePage } from "./ProfilePage.tsx";
import { SettingsIndex } from "./SettingsIndex.tsx";
import { settingsTexts } from "./texts.ts";

interface LazyScreen {
  readonly Component: ComponentType;
  readonly handle: Screen;
}

/** The pages of the person, which come together; what the tab is called comes with them. */
export const settingsScreens = {
  index: { Component: SettingsIndex, handle: { title: settingsTexts.title } },
  profile: { Component: ProfilePage, handle: { title: settingsTexts.profile } },
  account: { Component: AccountPage, handle: { title: settingsTexts.account } },
  appearance: { Component: AppearancePage, handle: { title: settingsTexts.appearance } },
  privacy: { Component: PrivacyPage, handle: { title: settingsTexts.privacy } },
} as const satisfies Record<string, LazyScreen>;
