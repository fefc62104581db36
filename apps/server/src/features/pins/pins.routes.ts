import type { Handlers } from "#server/platform/http/handler.ts";
import { listPinned, pinMessage, unpinMessage, type PinDeps } from "./pins.service.ts";

export function pinsRoutes(deps: PinDeps) {
  return {
    listPinned: ({ params }, { actor }) => listPinned(deps, actor, params.slug),
    pinMessage: ({ params }, { actor }) => pinMessage(deps, actor, params),
    unpinMessage: ({ params }, { actor }) => unpinMessage(deps, actor, params),
  } satisfies Partial<Handlers>;
}
