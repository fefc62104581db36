import type { Handlers } from "#server/platform/http/handler.ts";
import { removeMessage, type RemovalDeps } from "./removing.service.ts";
import {
  dismissReport,
  listReports,
  listReportsOfRoom,
  reportMessage,
  type ReportDeps,
} from "./reports.service.ts";

export function reportsRoutes(deps: RemovalDeps & ReportDeps) {
  return {
    removeMessage: ({ params, body }, { actor }) => removeMessage(deps, actor, params, body.reason),
    reportMessage: async ({ params, body }, context) => {
      const { isNew, ...made } = await reportMessage(deps, context.actor, params, body);
      if (!isNew) context.setStatus(200);
      return made;
    },
    listReports: ({ query }, { actor }) => listReports(deps, actor, query),
    listReportsOfRoom: ({ params, query }, { actor }) =>
      listReportsOfRoom(deps, actor, params.slug, query),
    dismissReport: ({ params }, { actor }) => dismissReport(deps, actor, params.id),
  } satisfies Partial<Handlers>;
}
