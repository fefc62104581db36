import type { CommandHandlers } from "#server/platform/realtime/handler.ts";
import { react, type ReactionDeps } from "./reactions.service.ts";

export function reactionsCommands(deps: ReactionDeps) {
  return {
    async CLIENT_MESSAGE_REACTION(frame, session) {
      const { sessionRoomSlug, messageId: id, requestId } = frame;
      const changed = await react(deps, session.actor, { slug: sessionRoomSlug, id }, frame);
      session.send({ type: "SERVER_REACTION_UPDATE", sessionRoomSlug, ...changed, requestId });
    },
  } satisfies Partial<CommandHandlers>;
}
