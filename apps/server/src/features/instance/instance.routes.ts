import type { Config } from "#server/config.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { toPublicConfig } from "./instance.view.ts";

export function instanceRoutes(deps: { readonly config: Config }) {
  const publicConfig = toPublicConfig(deps.config);
  return {
    getPublicConfig: () => Promise.resolve(publicConfig),
  } satisfies Partial<Handlers>;
}
