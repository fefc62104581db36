import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { workspaceId } from "./kernel/ids.ts";
import { ANNOUNCEMENT_MAX, ANNOUNCEMENTS_DAY } from "./limits.ts";
import { routes } from "./routes.ts";

export const announce = endpoint({
  ...routes.announce,
  group: "notifications",
  summary: `Tells everybody of an organization something, for its OWNER and ADMINs, or everybody on this server, for those who run it; ${ANNOUNCEMENTS_DAY} a day`,
  body: z.strictObject({
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(ANNOUNCEMENT_MAX)),
    /** Null: everybody on this server. */
    workspaceId: z.nullable(workspaceId),
  }),
  errors: ["ORGANIZATION_NOT_FOUND", "FORBIDDEN", "RATE_LIMITED"],
});
