import type { Handlers } from "#server/platform/http/handler.ts";
import { searchAllMessages, searchMessages, type SearchDeps } from "./search.service.ts";

export function searchRoutes(deps: SearchDeps) {
  return {
    searchMessages: ({ params, query }, { actor }) =>
      searchMessages(deps, actor, params.slug, query),
    searchAllMessages: ({ query }, { actor }) => searchAllMessages(deps, actor, query),
  } satisfies Partial<Handlers>;
}
