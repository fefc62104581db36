import type { ChatState, Command, OutboxEntry, PendingEntry } from "./chat-state.ts";
import type { Acknowledgement, CommandIo, CommandKind, EntryOf } from "./commands/command-kind.ts";
import { deleteCommand } from "./commands/delete.ts";
import { editCommand } from "./commands/edit.ts";
import { reactCommand } from "./commands/react.ts";
import { sendCommand } from "./commands/send.ts";
import type { VisibleMessage } from "./visible-message.ts";

/** One entry per kind: forgetting one does not compile. */
const commands: { readonly [K in Command["kind"]]: CommandKind<K> } = {
  send: sendCommand,
  edit: editCommand,
  delete: deleteCommand,
  react: reactCommand,
};

/** Tries an entry once. Undefined where the server says that nothing changed. Every failure is an ApiError. */
export function tryEntry<K extends Command["kind"]>(
  entry: EntryOf<K>,
  io: CommandIo,
): Promise<Acknowledgement | undefined> {
  const kind: K = entry.kind;
  return commands[kind].try(entry, io);
}

/** The message with the command laid over it. */
export function withCommand<K extends Command["kind"]>(
  message: VisibleMessage,
  entry: EntryOf<K> & PendingEntry,
  state: ChatState,
): VisibleMessage {
  const kind: K = entry.kind;
  return commands[kind].show?.(message, entry, state) ?? message;
}

/** The entry once more, as the person wishes: under its id, or else under this one. */
export function toRepeated<K extends Command["kind"]>(
  entry: EntryOf<K>,
  state: ChatState,
  clientMessageId: string,
): OutboxEntry {
  const kind: K = entry.kind;
  return {
    ...(commands[kind].again?.(entry, state) ?? { ...entry, clientMessageId }),
    failure: null,
  };
}

/** A text of the person is never thrown away but by them. */
export function keepsText({ kind }: OutboxEntry): boolean {
  return commands[kind].keepsText;
}
