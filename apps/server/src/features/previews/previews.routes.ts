import type { Handlers } from "#server/platform/http/handler.ts";
import { deletePreviews, type PreviewDeps } from "./previews.service.ts";

export function previewsRoutes(
  deps: Pick<PreviewDeps, "db" | "changes" | "toMessages" | "publicUrl">,
) {
  return {
    deletePreviews: ({ params }, { actor }) => deletePreviews(deps, actor, params),
  } satisfies Partial<Handlers>;
}
