import type { Handlers } from "#server/platform/http/handler.ts";
import {
  deleteMessage,
  editMessage,
  getMessage,
  listRevisions,
  type EditDeps,
} from "./edits.service.ts";
import { forwardMessage } from "./forwards.service.ts";
import { sendMessage, type SendDeps } from "./messages.service.ts";
import type { NewestPages } from "./newest-pages.service.ts";
import { getMessageStatistics, type StatisticsDeps } from "./statistics.service.ts";
import { isOfNewest, listRoomMessages, type PageDeps } from "./pages.service.ts";

export function messagesRoutes(
  deps: SendDeps & EditDeps & PageDeps & StatisticsDeps & { readonly newestPages: NewestPages },
) {
  return {
    getMessage: ({ params }, { actor }) => getMessage(deps, actor, params),
    editMessage: ({ params, body }, { actor }) => editMessage(deps, actor, params, body),
    deleteMessage: ({ params }, { actor }) => deleteMessage(deps, actor, params),
    listRevisions: ({ params }, { actor }) => listRevisions(deps, actor, params),
    listMessages: ({ params, query }, { actor }) =>
      isOfNewest(query)
        ? deps.newestPages.open(actor, params.slug, query.limit)
        : listRoomMessages(deps, actor, params.slug, query),
    getMessageStatistics: ({ params, query }, { actor }) =>
      getMessageStatistics(deps, actor, params.slug, query),
    forwardMessage: async ({ params, body }, context) => {
      const sent = await forwardMessage(deps, context.actor, params, body);
      if (sent.duplicate) context.setStatus(200);
      return sent;
    },
    sendMessage: async ({ params, body }, context) => {
      const sent = await sendMessage(deps, context.actor, { ...body, roomSlug: params.slug });
      if (sent.duplicate) context.setStatus(200);
      return sent;
    },
  } satisfies Partial<Handlers>;
}
