import { administrationTexts } from "./administration-texts.ts";
import { InstanceFrame } from "./InstanceFrame.tsx";
import { InstanceHealth } from "./InstanceHealth.tsx";
import { InstanceLimits } from "./InstanceLimits.tsx";
import { InstanceOrganizations } from "./InstanceOrganizations.tsx";
import { InstancePeople } from "./InstancePeople.tsx";

/** The pages of those who run the server, which come together; what the tab is called comes with them. */
export const instanceScreens = {
  frame: { Component: InstanceFrame },
  people: { Component: InstancePeople, handle: { title: administrationTexts.people } },
  organizations: {
    Component: InstanceOrganizations,
    handle: { title: administrationTexts.organizations },
  },
  limits: { Component: InstanceLimits, handle: { title: administrationTexts.limits } },
  health: { Component: InstanceHealth, handle: { title: administrationTexts.health } },
} as const;
