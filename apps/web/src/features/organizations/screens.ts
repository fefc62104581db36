import { MembersPage } from "#web/features/members/MembersPage.tsx";
import { OrganizationFrame } from "./OrganizationFrame.tsx";
import { OrganizationsPage } from "./OrganizationsPage.tsx";
import { OrganizationSettingsPage } from "./OrganizationSettingsPage.tsx";
import { organizationTexts } from "./texts.ts";

/** The pages of organizations, which come together; what the tab is called comes with them. */
export const organizationScreens = {
  list: { Component: OrganizationsPage, handle: { title: organizationTexts.title } },
  frame: { Component: OrganizationFrame },
  settings: {
    Component: OrganizationSettingsPage,
    handle: { title: organizationTexts.organizationSettings },
  },
  members: { Component: MembersPage, handle: { title: organizationTexts.members } },
} as const;
