import type { Handlers } from "#server/platform/http/handler.ts";
import { getMe, updateMe, type UsersDeps } from "./users.service.ts";

export function usersRoutes(deps: UsersDeps) {
  return {
    getMe: (_, { actor }) => getMe(deps, actor),
    updateMe: ({ body }, { actor }) => updateMe(deps, actor, body),
  } satisfies Partial<Handlers>;
}
