import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { getMe, updateMe } from "./users.service.ts";

export function usersRoutes(deps: { readonly db: Db; readonly clock: Clock }) {
  return {
    getMe: (_, { actor }) => getMe(deps.db, actor),
    updateMe: ({ body }, { actor }) => updateMe(deps.db, actor, body, deps.clock.now()),
  } satisfies Partial<Handlers>;
}
