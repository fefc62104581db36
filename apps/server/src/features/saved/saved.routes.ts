import type { Handlers } from "#server/platform/http/handler.ts";
import {
  createReminder,
  deleteReminder,
  listReminders,
  remindOfMessage,
} from "./reminders.service.ts";
import {
  listSaved,
  listSavedOfRoom,
  removeSaved,
  saveMessage,
  unsaveMessage,
  updateSaved,
  type SavedDeps,
} from "./saved.service.ts";

export function savedRoutes(deps: SavedDeps) {
  return {
    saveMessage: ({ params }, { actor }) => saveMessage(deps, actor, params),
    unsaveMessage: ({ params }, { actor }) => unsaveMessage(deps, actor, params),
    listSavedOfRoom: ({ params, query }, { actor }) =>
      listSavedOfRoom(deps, actor, params.slug, query),
    listSaved: ({ query }, { actor }) => listSaved(deps, actor, query),
    updateSaved: ({ params, body }, { actor }) => updateSaved(deps, actor, params.messageId, body),
    removeSaved: ({ params }, { actor }) => removeSaved(deps, actor, params.messageId),
    remindOfMessage: ({ params, body }, { actor }) => remindOfMessage(deps, actor, params, body),
    createReminder: ({ body }, { actor }) => createReminder(deps, actor, body),
    listReminders: (_input, { actor }) => listReminders(deps, actor),
    deleteReminder: ({ params }, { actor }) => deleteReminder(deps, actor, params.id),
  } satisfies Partial<Handlers>;
}
