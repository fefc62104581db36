import type { CommandHandlers } from "#server/platform/realtime/handler.ts";
import type { Presence } from "./presence.service.ts";

export function presenceCommands({ presence }: { readonly presence: Presence }) {
  return {
    CLIENT_WATCH_PEOPLE: ({ userIds, requestId }, session) =>
      presence.watch(session, userIds, requestId),
    CLIENT_ACTIVITY: (_, { actor }) => Promise.resolve(presence.noteActive(actor)),
  } satisfies Partial<CommandHandlers>;
}
