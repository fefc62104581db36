import type { Handlers } from "#server/platform/http/handler.ts";
import type { ConversationDeps } from "./conversations.service.ts";
import { openDirect } from "./directs.service.ts";
import { createGroup } from "./groups.service.ts";

export function conversationsRoutes(deps: ConversationDeps) {
  return {
    openDirect: ({ body }, { actor }) => openDirect(deps, actor, body),
    createGroup: ({ body }, { actor }) => createGroup(deps, actor, body),
  } satisfies Partial<Handlers>;
}
