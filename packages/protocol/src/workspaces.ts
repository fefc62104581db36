import * as z from "zod/mini";
import { accountTypes } from "./accounts.ts";
import { tokens } from "./auth.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { workspaceId } from "./kernel/ids.ts";
import { currentOrganization } from "./organizations.ts";
import { routes } from "./routes.ts";
import { currentUser } from "./users.ts";

/** Where the session works from now on (rules-identity 76). */
export const switched = z.object({
  tokens,
  user: currentUser,
  /** Null in Personal. */
  currentOrg: z.nullable(currentOrganization),
  accountType: z.enum(accountTypes),
});
export type Switched = z.infer<typeof switched>;

export const switchOrganization = endpoint({
  ...routes.switchOrganization,
  group: "organizations",
  summary: "The session works in this organization from now on; its sockets elsewhere are closed",
  params: z.strictObject({ orgId: workspaceId }),
  reply: switched,
  isReplayed: false,
  errors: ["ORGANIZATION_NOT_FOUND", "MEMBER_SUSPENDED", "ORIGIN_NOT_ALLOWED"],
});

export const switchToPersonal = endpoint({
  ...routes.switchToPersonal,
  group: "organizations",
  summary: "The session works in Personal from now on",
  reply: switched,
  isReplayed: false,
  errors: ["ORIGIN_NOT_ALLOWED"],
});
