import type { Handlers } from "#server/platform/http/handler.ts";
import { listRoomMessages, sendMessage, type SendDeps } from "./messages.service.ts";

export function messagesRoutes(deps: SendDeps): Pick<Handlers, "listMessages" | "sendMessage"> {
  return {
    listMessages: ({ params, query }, { actor }) =>
      listRoomMessages(deps.db, actor, params.slug, query),
    sendMessage: async ({ params, body }, context) => {
      const sent = await sendMessage(deps, context.actor, { ...body, roomSlug: params.slug });
      if (sent.duplicate) context.setStatus(200);
      return sent;
    },
  };
}
