import type { Handlers } from "#server/platform/http/handler.ts";
import { closePoll, type CloseDeps } from "./closing.service.ts";
import { votePoll, type VoteDeps } from "./voting.service.ts";

export function pollsRoutes(deps: VoteDeps & CloseDeps) {
  return {
    votePoll: ({ params, body }, { actor }) => votePoll(deps, actor, params, body.optionIds),
    closePoll: ({ params }, { actor }) => closePoll(deps, actor, params),
  } satisfies Partial<Handlers>;
}
