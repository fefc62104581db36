import type { Handlers } from "#server/platform/http/handler.ts";
import {
  addWebhook,
  listWebhooks,
  removeWebhook,
  resumeWebhook,
  type WebhookDeps,
} from "./webhooks.service.ts";

export function webhooksRoutes(deps: WebhookDeps) {
  return {
    listWebhooks: ({ query }, { actor }) => listWebhooks(deps, actor, query.orgId),
    addWebhook: ({ body }, { actor }) => addWebhook(deps, actor, body),
    resumeWebhook: ({ params }, { actor }) => resumeWebhook(deps, actor, params.id),
    removeWebhook: ({ params }, { actor }) => removeWebhook(deps, actor, params.id),
  } satisfies Partial<Handlers>;
}
