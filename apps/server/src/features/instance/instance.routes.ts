import type { Clock } from "#server/platform/clock/clock.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { PdfPrinter } from "#server/platform/pdf/pdf-printer.ts";
import { getInstance, listInstanceOrganizations, type InstanceDeps } from "./instance.service.ts";
import { toPublicConfig } from "./instance.view.ts";

interface InstanceRoutesDeps extends Omit<InstanceDeps, "startedAt"> {
  readonly clock: Pick<Clock, "now">;
  readonly pdfPrinter: Pick<PdfPrinter, "isAvailable">;
}

/** Handlers of what anybody may know of the server, and of what those who run it are told. */
export function instanceRoutes(deps: InstanceRoutesDeps) {
  const publicConfig = toPublicConfig(deps.config, deps.pdfPrinter.isAvailable);
  const startedAt = deps.clock.now();
  return {
    getPublicConfig: () => Promise.resolve(publicConfig),
    getInstance: (_, { actor }) => getInstance({ ...deps, startedAt }, actor),
    listInstanceOrganizations: ({ query }, { actor }) =>
      listInstanceOrganizations(deps, actor, query),
  } satisfies Partial<Handlers>;
}
