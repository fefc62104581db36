import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { workspaceId } from "./kernel/ids.ts";
import { domainVerification, organizationParams } from "./organizations.ts";
import { routes } from "./routes.ts";
import { switched } from "./workspaces.ts";

export const verifyDomain = endpoint({
  ...routes.verifyDomain,
  group: "organizations",
  summary: "Looks for the record in the DNS by which the domain of an organization is its own",
  params: organizationParams,
  body: z.strictObject({
    /** Those who run the server may do without the record, also for organizations that they are not in. */
    withoutRecord: z._default(z.boolean(), false),
  }),
  reply: domainVerification,
  errors: ["ORGANIZATION_NOT_FOUND", "DOMAIN_INVALID", "DOMAIN_NOT_VERIFIED", "DOMAIN_TAKEN"],
});

export const listJoinable = endpoint({
  ...routes.listJoinable,
  group: "organizations",
  summary: "Organizations that the caller may join by the domain of their address",
  reply: z.object({ results: z.array(z.object({ id: workspaceId, title: z.string() })) }),
  errors: [],
});

export const joinOrganization = endpoint({
  ...routes.joinOrganization,
  group: "organizations",
  summary:
    "The caller becomes a member by the domain of their address, and works there from now on",
  params: organizationParams,
  reply: switched,
  isReplayed: false,
  errors: ["ORGANIZATION_NOT_FOUND", "MEMBER_SUSPENDED", "ORIGIN_NOT_ALLOWED"],
});
