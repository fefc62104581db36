import { ApiError, toApiError } from "../api-error.ts";
import type { Command } from "../chat-state.ts";
import { statusOf } from "../visible-message.ts";
import { callOptions, toAcknowledgement, type CommandKind } from "./command-kind.ts";

const CONFLICT = "MESSAGE_REVISION_CONFLICT";

/** Changes one mark of the text as it is now, which the person may have edited elsewhere since. */
export const tickCommand: CommandKind<"tick"> = {
  async try(entry, io) {
    const { sessionRoomSlug: slug, messageId } = entry;
    const params = { slug, id: messageId };
    // Ticking twice changes nothing, so it needs no key; one would name the first text for ever.
    const { idempotencyKey: _, ...options } = callOptions(entry);
    const { content: now, revision: ifRevision = 1 } = await io.call(
      "getMessage",
      { params },
      options,
    );
    const content = ticked(now, entry);
    if (content === undefined)
      throw new ApiError({ code: CONFLICT, message: CONFLICT, status: 409, details: {} });
    try {
      const request = { params, body: { content, ifRevision } };
      const { message, seq } = await io.call("editMessage", request, options);
      return toAcknowledgement(entry, seq, {
        event: "message_edited",
        messageId,
        message,
      } as const);
    } catch (cause) {
      if (toApiError(cause).code !== CONFLICT) throw cause;
      return tickCommand.try(entry, io);
    }
  },
  show(message, entry) {
    const content = ticked(message.content, entry);
    return content === undefined
      ? message
      : { ...message, content, isEdited: true, status: statusOf(entry) };
  },
  keepsText: false,
};

/** A line with a task reads the same whether that is done or not. */
const toTask = (line: string): string => line.replace(/\[[ xX]\]/, "[ ]");

/** The text with the mark as the person wanted it, in the same one of lines that are alike; undefined where it has the task no more. */
function ticked(
  text: string,
  { content, at }: Extract<Command, { kind: "tick" }>,
): string | undefined {
  const before = content.slice(0, at).split("\n");
  const column = before.pop()?.length ?? 0;
  const tasks = content.split("\n").map(toTask);
  const task = tasks[before.length];
  const nth = tasks.slice(0, before.length).filter((each) => each === task).length;
  const lines = text.split("\n");
  const place = [...lines.keys()].filter((each) => toTask(lines[each] ?? "") === task)[nth];
  const line = lines[place ?? -1];
  if (place === undefined || line === undefined) return undefined;
  const mark = content[at] === " " ? "x" : " ";
  return lines.with(place, line.slice(0, column) + mark + line.slice(column + 1)).join("\n");
}
