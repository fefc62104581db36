import type { Handlers } from "#server/platform/http/handler.ts";
import {
  createComment,
  listComments,
  reactToComment,
  removeComment,
  resolveThread,
  updateComment,
  type CommentDeps,
} from "./comments.service.ts";

/** Comments beside the text of documents. */
export function commentsRoutes(deps: CommentDeps) {
  return {
    listDocumentComments: ({ params }, { actor }) => listComments(deps, actor, params.id),
    createDocumentComment: ({ params, body }, { actor }) =>
      createComment(deps, actor, params.id, body),
    updateDocumentComment: ({ params, body }, { actor }) =>
      updateComment(deps, actor, params, body),
    deleteDocumentComment: ({ params }, { actor }) => removeComment(deps, actor, params),
    resolveDocumentComment: ({ params }, { actor }) => resolveThread(deps, actor, params, true),
    unresolveDocumentComment: ({ params }, { actor }) => resolveThread(deps, actor, params, false),
    reactToDocumentComment: ({ params, body }, { actor }) =>
      reactToComment(deps, actor, params, body),
  } satisfies Partial<Handlers>;
}
