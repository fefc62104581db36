import type { CommandHandlers } from "#server/platform/realtime/handler.ts";
import { createTyping, type TypingDeps } from "./typing.service.ts";

export function typingCommands(deps: TypingDeps) {
  const typing = createTyping(deps);
  return {
    CLIENT_TYPING: (frame, session) => typing.show(session.actor, frame),
  } satisfies Partial<CommandHandlers>;
}
