import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { memberStatuses, organizationMemberRoles } from "./members.ts";
import { organizationParams } from "./organizations.ts";
import { routes } from "./routes.ts";

const count = z.int();

export const getMemberStatistics = endpoint({
  ...routes.getMemberStatistics,
  group: "organizations",
  summary: "Counts of the members of an organization; for OWNER and ADMINs",
  params: organizationParams,
  reply: z.object({
    total: count,
    byRole: z.record(z.enum(organizationMemberRoles), count),
    byStatus: z.record(z.enum(memberStatuses), count),
    /** ACTIVE members who wrote or read something in its rooms in the last days. */
    active: z.object({ in7Days: count, in30Days: count }),
    /** Those who are still there, by the month in which they joined (UTC); the last twelve, the oldest first. */
    joined: z.array(z.object({ month: z.string(), count })),
  }),
  errors: ["ORGANIZATION_NOT_FOUND"],
});

/** The only one there is: nobody pays for a server of their own. */
export const PLAN = "Self-hosted, no limits";

export const getUsage = endpoint({
  ...routes.getUsage,
  group: "organizations",
  summary: "What an organization takes of its server; for OWNER and ADMINs",
  params: organizationParams,
  reply: z.object({
    plan: z.literal(PLAN),
    /** ACTIVE ones who are no guests. */
    members: count,
    guests: count,
    /** Ever sent in its rooms, also what was deleted since. */
    messages: count,
    /** Bytes of all files, uploads under way included. */
    storage: z.object({
      used: count,
      /** Null where there is no limit. */
      limit: z.nullable(count),
    }),
  }),
  errors: ["ORGANIZATION_NOT_FOUND"],
});
