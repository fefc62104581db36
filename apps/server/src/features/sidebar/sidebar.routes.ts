import type { Handlers } from "#server/platform/http/handler.ts";
import { getSidebar, updateSidebar } from "./sidebar.service.ts";

export function sidebarRoutes(deps: Parameters<typeof getSidebar>[0]) {
  return {
    getSidebar: (_input, { actor }) => getSidebar(deps, actor),
    updateSidebar: ({ body }, { actor }) => updateSidebar(deps, actor, body),
  } satisfies Partial<Handlers>;
}
