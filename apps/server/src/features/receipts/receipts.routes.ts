import {
  markRead,
  type ReadingDeps,
} from "#server/features/subscriptions/subscriptions.service.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { getReceipts } from "./receipts.service.ts";

export function receiptsRoutes(deps: ReadingDeps) {
  return {
    getReceipts: ({ params }, { actor }) => getReceipts(deps, actor, params),
    markSeen: ({ params }, { actor }) => markRead(deps, actor, params.slug, params.id),
  } satisfies Partial<Handlers>;
}
