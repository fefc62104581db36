import type { Handlers } from "#server/platform/http/handler.ts";
import { getExport, requestExport, type ExportDeps } from "./exports.service.ts";

/** Own data, to take away. */
export function exportsRoutes(deps: ExportDeps) {
  return {
    requestExport: (_, { actor }) => requestExport(deps, actor),
    getExport: ({ params }, { actor }) => getExport(deps, actor, params.id),
  } satisfies Partial<Handlers>;
}
