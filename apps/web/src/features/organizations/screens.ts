import { OrganizationFrame } from "./OrganizationFrame.tsx";
import { OrganizationsPage } from "./OrganizationsPage.tsx";
import { organizationTexts } from "./texts.ts";

/** The pages of organizations, which come together; what the tab is called comes with them. */
export const organizationScreens = {
  list: { Component: OrganizationsPage, handle: { title: organizationTexts.title } },
  frame: { Component: OrganizationFrame },
} as const;
