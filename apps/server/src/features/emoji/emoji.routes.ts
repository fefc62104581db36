import type { Handlers } from "#server/platform/http/handler.ts";
import { addEmoji, deleteEmoji, listEmoji, type EmojiDeps } from "./emoji.service.ts";

export function emojiRoutes(deps: EmojiDeps) {
  return {
    listEmoji: ({ params }, { actor }) => listEmoji(deps, actor, params.orgId),
    addEmoji: ({ params, query }, { actor, wholeBytes: bytes }) =>
      addEmoji(deps, actor, { ...params, ...query, bytes }),
    deleteEmoji: ({ params }, { actor }) => deleteEmoji(deps, actor, params.orgId, params.emojiId),
  } satisfies Partial<Handlers>;
}
