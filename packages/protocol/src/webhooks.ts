import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { isoTime, workspaceId } from "./kernel/ids.ts";
import { OUTGOING_URL_MAX, WEBHOOKS_MAX, WEBHOOKS_OF_ORGANIZATION_MAX } from "./limits.ts";
import { routes } from "./routes.ts";

export const webhookErrors = defineErrors({
  WEBHOOK_NOT_FOUND: { status: 404, message: "Webhook not found" },
  WEBHOOK_URL_NOT_ALLOWED: { status: 400, message: "The server may not connect to this address" },
  WEBHOOK_LIMIT_REACHED: {
    status: 409,
    message: "There are {max} webhooks already. Remove one before you add another one.",
  },
});

/** How the last call of a webhook ended. */
export const webhookOutcomes = ["delivered", "failed"] as const;

export const webhook = z.object({
  id: z.uuid(),
  /** Null for one of the caller's own, which gets the notifications of the caller. */
  orgId: z.nullable(workspaceId),
  url: z.string(),
  createdAt: isoTime,
  /** Since it was switched off because calls failed for a day. */
  offAt: z.nullable(isoTime),
  /** Null before the first call. */
  last: z.nullable(
    z.object({
      at: isoTime,
      outcome: z.enum(webhookOutcomes),
      /** Null where there was no answer. */
      status: z.nullable(z.int()),
    }),
  ),
});
export type Webhook = z.infer<typeof webhook>;

/** Without an organization the caller's own. */
const ofOrganization = { orgId: z.optional(workspaceId) };
const id = z.strictObject({ id: z.uuid() });

export const listWebhooks = endpoint({
  ...routes.listWebhooks,
  group: "notifications",
  summary: "The webhooks of the caller, or of an organization for its OWNER and ADMINs",
  query: z.strictObject(ofOrganization),
  reply: z.object({ results: z.array(webhook) }),
  errors: ["ORGANIZATION_NOT_FOUND"],
});

export const addWebhook = endpoint({
  ...routes.addWebhook,
  group: "notifications",
  summary: `Adds an address that is called with each notification of the caller, at most ${WEBHOOKS_MAX}; or with messages in public rooms of an organization, at most ${WEBHOOKS_OF_ORGANIZATION_MAX}. The secret is shown this once`,
  body: z.strictObject({
    url: z.string().check(z.minLength(1), z.maxLength(OUTGOING_URL_MAX)),
    ...ofOrganization,
  }),
  reply: z.extend(webhook, { secret: z.string() }),
  status: 201,
  isReplayed: false,
  errors: ["ORGANIZATION_NOT_FOUND", "WEBHOOK_URL_NOT_ALLOWED", "WEBHOOK_LIMIT_REACHED"],
});

export const resumeWebhook = endpoint({
  ...routes.resumeWebhook,
  group: "notifications",
  summary: "Switches a webhook on again that was switched off because its calls failed",
  params: id,
  reply: webhook,
  errors: ["WEBHOOK_NOT_FOUND"],
});

export const removeWebhook = endpoint({
  ...routes.removeWebhook,
  group: "notifications",
  summary: "Removes a webhook; what waits for it is not sent any more",
  params: id,
  errors: ["WEBHOOK_NOT_FOUND"],
});
