import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { isoTime, workspaceId } from "./kernel/ids.ts";
import {
  DOMAIN_MAX,
  ORG_DESCRIPTION_MAX,
  ORG_TITLE_MAX,
  ORG_TITLE_MIN,
  WEBSITE_MAX,
} from "./limits.ts";
import { memberStatuses, organizationMemberRoles } from "./members.ts";
import { routes } from "./routes.ts";
import { personText } from "./users.ts";

export const organizationTypes = [
  "COMPANY",
  "AGENCY",
  "EDUCATIONAL",
  "NON_PROFIT",
  "OTHER",
] as const;
export type OrganizationType = (typeof organizationTypes)[number];

export const organizationErrors = defineErrors({
  ORGANIZATION_NOT_FOUND: { status: 404, message: "Organization not found" },
  ORGANIZATION_LIMIT_REACHED: {
    status: 409,
    message: "You have reached the number of organizations you can own",
  },
  DOMAIN_INVALID: { status: 400, message: "This domain cannot be used" },
  DOMAIN_TAKEN: { status: 409, message: "Another organization has verified this domain" },
  DOMAIN_NOT_VERIFIED: {
    status: 409,
    message: "We could not find the verification record of this domain",
  },
  ORGANIZATION_OWNER_MUST_TRANSFER: {
    status: 409,
    message: "Transfer the ownership of {title} first",
  },
});

/** Over the rooms of a workspace that are neither muted nor hidden (rules-rooms 46). */
const unreadTotals = z.object({ unreadCount: z.int(), mentionCount: z.int() });
export type UnreadTotals = z.infer<typeof unreadTotals>;

/** How an organization proves that its domain is its own (rules-identity 80). */
export const domainVerification = z.object({
  /** What a TXT record of the domain must say. */
  record: z.string(),
  /** Null while it is not proved. */
  verifiedAt: z.nullable(isoTime),
});

/** What a member knows of an organization. Whoever is suspended there is told its name and picture alone (rules-identity 53). */
export const organization = z.object({
  id: workspaceId,
  title: z.string(),
  avatar_url: z.nullable(z.string()),
  /** Of the caller. */
  status: z.enum(memberStatuses),
  /** Of the caller, where it was asked for. */
  role: z.optional(z.enum(organizationMemberRoles)),
  type: z.optional(z.enum(organizationTypes)),
  description: z.optional(z.nullable(z.string())),
  domain: z.optional(z.nullable(z.string())),
  website: z.optional(z.nullable(z.string())),
  /** For OWNER and ADMIN, where the role is told and there is a domain. */
  domainVerification: z.optional(domainVerification),
  /** What the caller has not read there; where it was asked for. */
  unread: z.optional(unreadTotals),
  createdAt: z.optional(isoTime),
  updatedAt: z.optional(isoTime),
});
export type Organization = z.infer<typeof organization>;

/** The organization where a session works. */
export const currentOrganization = z.object({
  orgId: workspaceId,
  orgName: z.string(),
  orgRole: z.enum(organizationMemberRoles),
  /** Sign-in leads there (`preferences.defaultWorkspace`). */
  isDefault: z.boolean(),
});
export type CurrentOrganization = z.infer<typeof currentOrganization>;

export const organizationParams = z.strictObject({ orgId: workspaceId });

/** A host name of at least two labels (RFC 1123), in lower case. */
export const domainName = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(DOMAIN_MAX),
    z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/),
  );
const website = z
  .string()
  .check(z.trim(), z.maxLength(WEBSITE_MAX), z.regex(/^https?:\/\/[^\s]+$/i));

const organizationFields = {
  title: personText(ORG_TITLE_MIN, ORG_TITLE_MAX),
  type: z.enum(organizationTypes),
  description: z.nullable(personText(0, ORG_DESCRIPTION_MAX)),
  domain: z.nullable(domainName),
  website: z.nullable(website),
};

const flag = z._default(z.enum(["true", "false"]), "false");

export const listOrganizations = endpoint({
  ...routes.listOrganizations,
  group: "organizations",
  summary: "The organizations of the caller, by title",
  query: z.strictObject({ includeRole: flag, includeUnread: flag }),
  reply: z.object({
    results: z.array(organization),
    /** What is unread in Personal, where it was asked for. */
    personal: z.optional(unreadTotals),
  }),
  errors: [],
});

export const createOrganization = endpoint({
  ...routes.createOrganization,
  group: "organizations",
  summary: "Makes an organization with its room general; the caller is its owner",
  body: z.strictObject({
    ...organizationFields,
    type: z._default(organizationFields.type, "COMPANY"),
    description: z.optional(organizationFields.description),
    domain: z.optional(organizationFields.domain),
    website: z.optional(organizationFields.website),
  }),
  reply: organization,
  status: 201,
  errors: ["ORGANIZATION_LIMIT_REACHED", "DOMAIN_INVALID"],
});

export const getOrganization = endpoint({
  ...routes.getOrganization,
  group: "organizations",
  summary: "An organization that the caller is in",
  params: organizationParams,
  reply: organization,
  errors: ["ORGANIZATION_NOT_FOUND"],
});

export const updateOrganization = endpoint({
  ...routes.updateOrganization,
  group: "organizations",
  summary: "Changes what is sent of an organization; by its OWNER and ADMINs",
  params: organizationParams,
  body: z.partial(z.strictObject(organizationFields)),
  reply: organization,
  errors: ["ORGANIZATION_NOT_FOUND", "DOMAIN_INVALID"],
});

export const deleteOrganization = endpoint({
  ...routes.deleteOrganization,
  group: "organizations",
  summary: "Deletes an organization for everybody; by its OWNER",
  params: organizationParams,
  elevation: "always",
  errors: ["ORGANIZATION_NOT_FOUND"],
});

export const restoreOrganization = endpoint({
  ...routes.restoreOrganization,
  group: "organizations",
  summary:
    "Gives a deleted organization back as it was, before it is purged; by the OWNER of the instance",
  params: organizationParams,
  errors: ["ORGANIZATION_NOT_FOUND"],
});
