import type { RoomId } from "@colbin/protocol";
import { chat } from "#web/lib/api/chat.ts";
import { readDraft } from "#web/lib/device/drafts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { readSlash, exampleOf, type SlashPlace } from "./slash-command.ts";
import { slashCommands } from "./slash-commands.ts";
import { slashTexts } from "./slash-texts.ts";

interface Writer {
  readonly place: { readonly room: RoomId };
  readonly send: SlashPlace["send"];
  /** Takes the text out of the field and does it; the text comes back where that fails. */
  readonly act: (run: () => void | Promise<void>) => Promise<void>;
  /** Says why nothing is done. */
  readonly refuse: (hint: string) => void;
}

/** Does what a text says that begins with a slash, or leaves it in the field with a hint. */
export function runSlash(text: string, { place, send, act, refuse }: Writer): void {
  // It may have gone on being written while this was loaded.
  if (readDraft(place)?.trim() !== text) return;
  const resolved = resolveSlash(text, place.room, send);
  if (typeof resolved === "string") refuse(resolved);
  else void act(resolved);
}

/**
 * The act of a text that begins with a slash; a string is the hint why it has none. A second slash is the sign that the first one
 * belongs to the text.
 */
function resolveSlash(
  text: string,
  roomId: RoomId,
  send: SlashPlace["send"],
): string | (() => void | Promise<void>) {
  const given = readSlash(text);
  if (!given) return () => send(/^\/\/\S/.test(text) ? text.slice(1) : text);
  const { name, argument } = given;
  const command = slashCommands.find((each) => each.name === name);
  if (!command) return t(slashTexts.unknown, { name: `/${name}` });
  const room = chat.store.getSnapshot().subscriptions.get(roomId);
  if (!room || command.when?.(room) === false) return t(slashTexts.closed, { name: `/${name}` });
  if (command.needsArgument === true && argument === "")
    return t(slashTexts.missing, { example: exampleOf(command) });
  return command.check?.(argument) ?? (() => command.run(argument, { room, send }));
}
