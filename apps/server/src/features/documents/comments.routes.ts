import type { Handlers } from "#server/platform/http/handler.ts";
import {
  createComment,
  listComments,
  reactToComment,
  removeComment,
  resolveThread,
  updateComment,
} from "./comments.service.ts";
import { acceptSuggestion, type SuggestionDeps } from "./suggestions.service.ts";

/** Comments beside the text of documents, suggestions among them. */
export function commentsRoutes(deps: SuggestionDeps) {
  return {
    listDocumentComments: ({ params }, { actor }) => listComments(deps, actor, params.id),
    createDocumentComment: ({ params, body }, { actor }) =>
      createComment(deps, actor, params.id, body),
    updateDocumentComment: ({ params, body }, { actor }) =>
      updateComment(deps, actor, params, body),
    deleteDocumentComment: ({ params }, { actor }) => removeComment(deps, actor, params),
    resolveDocumentComment: ({ params }, { actor }) => resolveThread(deps, actor, params, true),
    unresolveDocumentComment: ({ params }, { actor }) => resolveThread(deps, actor, params, false),
    acceptDocumentSuggestion: ({ params }, { actor }) => acceptSuggestion(deps, actor, params),
    reactToDocumentComment: ({ params, body }, { actor }) =>
      reactToComment(deps, actor, params, body),
  } satisfies Partial<Handlers>;
}
