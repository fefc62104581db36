import type { Handlers } from "#server/platform/http/handler.ts";
import {
  createIncomingWebhook,
  listIncomingWebhooks,
  removeIncomingWebhook,
  type IncomingWebhookDeps,
} from "./incoming-webhooks.service.ts";
import { sendByWebhook, type WebhookSendDeps } from "./sending.service.ts";

export function incomingWebhooksRoutes(deps: IncomingWebhookDeps & WebhookSendDeps) {
  return {
    createIncomingWebhook: ({ params, body }, { actor }) =>
      createIncomingWebhook(deps, actor, params.slug, body),
    listIncomingWebhooks: ({ params }, { actor }) => listIncomingWebhooks(deps, actor, params.slug),
    removeIncomingWebhook: ({ params }, { actor }) => removeIncomingWebhook(deps, actor, params),
    sendByWebhook: ({ params, body }) => sendByWebhook(deps, params.secret, body),
  } satisfies Partial<Handlers>;
}
