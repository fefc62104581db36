import type { RoomId, Subscription } from "@colbin/protocol";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { exampleOf, readSlash, type SlashCommand } from "./slash-command.ts";
import { slashCommands } from "./slash-commands.ts";
import { slashTexts } from "./slash-texts.ts";

interface Writer {
  readonly roomId: RoomId;
  /** Sends it in the place of the text. */
  readonly send: (words: string) => void;
  /** Takes the text out of the field and does it; the text comes back where that fails. Without it nothing but sending can be done. */
  readonly act: ((run: () => void | Promise<void>) => Promise<void>) | undefined;
  /** Says why nothing is done. */
  readonly refuse: (hint: string) => void;
}

/** Does what a text says that begins with a slash, or leaves it in the field with a hint. */
export function runSlash(text: string, { roomId, send, act, refuse }: Writer): void {
  const given = readSlash(text);
  // A second slash is the sign that the first one belongs to the text.
  if (!given) return send(/^\/\/\S/.test(text) ? text.slice(1) : text);
  const { name, argument } = given;
  const room = chat.store.getSnapshot().subscriptions.get(roomId);
  const command = slashCommands.find((each) => each.name === name);
  const hint = hintOf(command, { name, argument, room });
  if (!command || !room || hint !== undefined) return refuse(hint ?? "");
  if ("toText" in command) send(command.toText(argument));
  else if (act) void act(() => command.run(argument, room));
  else refuse(t(slashTexts.notLater, { name: `/${name}` }));
}

interface Given {
  readonly name: string;
  readonly argument: string;
  readonly room: Subscription | undefined;
}

/** Why nothing can be done; undefined where it can. */
function hintOf(command: SlashCommand | undefined, { name, argument, room }: Given) {
  if (!command) return t(slashTexts.unknown, { name: `/${name}` });
  if (!room || command.when?.(room) === false) return t(slashTexts.closed, { name: `/${name}` });
  if (command.needsArgument === true && argument === "")
    return t(slashTexts.missing, { example: exampleOf(command) });
  return command.check?.(argument);
}
