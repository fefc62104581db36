import type { Handlers } from "#server/platform/http/handler.ts";
import { deleteDraft, listDrafts, putDraft, type DraftDeps } from "./drafts.service.ts";

export function draftsRoutes(deps: DraftDeps) {
  return {
    listDrafts: (_input, { actor }) => listDrafts(deps, actor),
    putDraft: ({ params: { slug }, query: { threadId }, body }, { actor }) =>
      putDraft(deps, actor, { slug, threadId }, body),
    deleteDraft: ({ params: { slug }, query: { threadId, version } }, { actor }) =>
      deleteDraft(deps, actor, { slug, threadId }, version),
  } satisfies Partial<Handlers>;
}
