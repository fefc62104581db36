import type { ClientFrame, CommandType, ErrorEnvelope } from "@colbin/protocol";
import type { LightMyRequestResponse } from "fastify";
import { commandRules } from "./permission-commands.ts";
import type { TestClient } from "./realtime/test-client.ts";

/* What an answer says in the words of the permission matrix. */

export function verdictOf(answer: LightMyRequestResponse): string {
  if (answer.statusCode >= 400) {
    const told = answer.headers["x-error-code"];
    return typeof told === "string" ? told : answer.json<ErrorEnvelope>().code;
  }
  const body =
    answer.body === "" ? {} : answer.json<{ results?: { outcome?: string; code?: string }[] }>();
  const result = body.results?.[0];
  return result?.code ?? result?.outcome ?? "ok";
}

/** A command about a room and a message in it; one that is never answered is good when nothing refuses it. */
export async function answerTo(
  client: TestClient,
  type: CommandType,
  slug: string,
  messageId: string,
): Promise<string> {
  const frame = commandRules[type].frame(slug, messageId);
  if (type === "ping" || type === "CLIENT_ACTIVITY") {
    const before = client.frames.length;
    client.send({ type, ...frame });
    await client.fence();
    const refused = client.frames
      .slice(before)
      .find((each) => each.type === "SERVER_MULTI_ROOM_ERROR");
    return refused ? refused.code : "ok";
  }
  const requestId = `request-${Math.random()}`;
  client.send({ type, requestId, ...frame } as unknown as ClientFrame);
  const reply = await client.reply(requestId);
  if (reply.type !== "SERVER_MULTI_ROOM_ERROR") return "ok";
  // The name that the specification gives it here.
  return reply.code === "MULTI_ROOM_NOT_FOUND" ? "ROOM_NOT_FOUND" : reply.code;
}
