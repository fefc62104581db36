import type { Handlers } from "#server/platform/http/handler.ts";
import { listSecurityEvents } from "./own-events.service.ts";
import { exportAudit, listAudit, type AuditReadDeps } from "./reading.service.ts";

export function auditRoutes(deps: AuditReadDeps) {
  return {
    listAudit: ({ params, query }, { actor }) => listAudit(deps, actor, params.orgId, query),
    listSecurityEvents: (_, { actor }) => listSecurityEvents(deps, actor),
    exportAudit: ({ params, query }, { actor }) => exportAudit(deps, actor, params.orgId, query),
  } satisfies Partial<Handlers>;
}
