import type { Handlers } from "#server/platform/http/handler.ts";
import { react, type ReactionDeps } from "./reactions.service.ts";

export function reactionsRoutes(deps: ReactionDeps) {
  return {
    addReaction: ({ params, body }, { actor }) =>
      react(deps, actor, params, { action: "add", ...body }),
    removeReaction: ({ params, body }, { actor }) =>
      react(deps, actor, params, { action: "remove", ...body }),
  } satisfies Partial<Handlers>;
}
