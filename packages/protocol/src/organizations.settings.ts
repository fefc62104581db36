import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import {
  AUTO_JOIN_ROOMS_MAX,
  EDIT_WINDOW_MAX_MINUTES,
  EMAIL_DOMAINS_MAX,
  GENERAL_ROOM_SLUG,
} from "./limits.ts";
import type { WorkspaceRole } from "./members.ts";
import { domainName, organizationParams } from "./organizations.ts";
import { retentionDays } from "./retention.ts";
import { roomSlug } from "./rooms.ts";
import { routes } from "./routes.ts";

export const invitePolicies = ["admins", "members"] as const;

/** Partial on the way in (rules-identity 57); what no feature reads yet is not here yet. */
const settingFields = {
  /** Whether MEMBERs may invite as well. */
  invitePolicy: z.enum(invitePolicies),
  /** Whose verified addresses may accept an invitation by link; empty: anybody's. */
  allowedEmailDomains: z
    .array(domainName)
    .check(z.maxLength(EMAIL_DOMAINS_MAX), z.overwrite(withoutDoubles)),
  /** Whether people with a verified address of the verified domain may join by themselves. */
  joinByDomain: z.boolean(),
  /** Addresses of PUBLIC rooms that whoever joins comes into; general is always one. */
  autoJoinRooms: z
    .array(roomSlug)
    .check(z.maxLength(AUTO_JOIN_ROOMS_MAX), z.overwrite(withoutDoubles)),
  /** Whether rooms may have guest links: people without an account come in by them (rules-rooms 39). */
  allowGuestLinks: z.boolean(),
  /** For so long after sending, authors may change their messages; null: always. */
  editWindowMinutes: z.nullable(z.int().check(z.minimum(1), z.maximum(EDIT_WINDOW_MAX_MINUTES))),
  /** Whether MEMBERs see all members, or like GUESTs only those who share a room with them. */
  memberDirectory: z.boolean(),
  /** Whether authors see who has read their messages; without it at most that they were delivered (rules-messages 54). */
  readReceipts: z.boolean(),
  /** Messages are deleted for good when they are so many days old; a room may be stricter (rules-messages 63). */
  messageRetentionDays: retentionDays,
  /** The bytes of files in rooms are removed for good when they are so many days old (rules-collab 38). */
  fileRetentionDays: retentionDays,
  /** Whether the server may look at the links of messages (rules-messages 48). */
  linkPreviews: z.boolean(),
  /** Whether members need a second factor to switch into it (rules-identity 28). */
  requireSecondFactor: z.boolean(),
};
const organizationSettings = z.object(settingFields);
export type OrganizationSettings = z.infer<typeof organizationSettings>;

export const defaultOrganizationSettings: OrganizationSettings = {
  invitePolicy: "admins",
  allowedEmailDomains: [],
  joinByDomain: false,
  autoJoinRooms: [GENERAL_ROOM_SLUG],
  allowGuestLinks: false,
  editWindowMinutes: null,
  memberDirectory: true,
  readReceipts: true,
  messageRetentionDays: null,
  fileRetentionDays: null,
  linkPreviews: true,
  requireSecondFactor: false,
};

type Key = keyof OrganizationSettings;
const allKeys = Object.keys(defaultOrganizationSettings) as Key[];

/** What each role reads: who leads everything, the others what their screens need (rules-identity 57). */
export const settingsRead: Readonly<Record<WorkspaceRole, readonly Key[]>> = {
  OWNER: allKeys,
  ADMIN: allKeys,
  MEMBER: ["invitePolicy", "editWindowMinutes", "memberDirectory"],
  GUEST: ["editWindowMinutes"],
};

function withoutDoubles(values: string[]): string[] {
  return [...new Set(values)];
}

export const getSettings = endpoint({
  ...routes.getSettings,
  openToGuests: true,
  group: "organizations",
  summary: "The settings of an organization, as far as the role of the caller reads them",
  params: organizationParams,
  reply: z.partial(organizationSettings),
  errors: ["ORGANIZATION_NOT_FOUND"],
});

export const updateSettings = endpoint({
  ...routes.updateSettings,
  group: "organizations",
  summary: "Changes what is sent of the settings; by OWNER and ADMINs",
  params: organizationParams,
  body: z.partial(z.strictObject(settingFields)),
  reply: organizationSettings,
  errors: ["ORGANIZATION_NOT_FOUND", "DOMAIN_NOT_VERIFIED"],
});
