import type { Handlers } from "#server/platform/http/handler.ts";
import {
  changeScheduledMessage,
  listScheduledMessages,
  removeScheduledMessage,
  scheduleMessage,
  type ScheduleDeps,
} from "./scheduled.service.ts";
import { sendNow } from "./sending.service.ts";

export function scheduledMessagesRoutes(deps: ScheduleDeps & Parameters<typeof sendNow>[0]) {
  return {
    listScheduledMessages: (_input, { actor }) => listScheduledMessages(deps, actor),
    scheduleMessage: ({ body }, { actor }) => scheduleMessage(deps, actor, body),
    updateScheduledMessage: ({ params, body }, { actor }) =>
      changeScheduledMessage(deps, actor, params.id, body),
    deleteScheduledMessage: ({ params }, { actor }) =>
      removeScheduledMessage(deps, actor, params.id),
    sendScheduledMessage: ({ params }, { actor }) => sendNow(deps, actor, params.id),
  } satisfies Partial<Handlers>;
}
