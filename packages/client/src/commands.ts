import type { Command } from "./chat-state.ts";
import type { CommandKind, EntryOf } from "./commands/command-kind.ts";
import { deleteCommand } from "./commands/delete.ts";
import { editCommand } from "./commands/edit.ts";
import { reactCommand } from "./commands/react.ts";
import { sendCommand } from "./commands/send.ts";
import { tickCommand } from "./commands/tick.ts";
import { voteCommand } from "./commands/vote.ts";

/** One entry per kind: forgetting one does not compile. */
const commands: { readonly [K in Command["kind"]]: CommandKind<K> } = {
  send: sendCommand,
  edit: editCommand,
  tick: tickCommand,
  delete: deleteCommand,
  react: reactCommand,
  vote: voteCommand,
};

/** All that is to be known of the kind of an entry. */
export function kindOf<K extends Command["kind"]>(entry: EntryOf<K>): CommandKind<K> {
  const kind: K = entry.kind;
  return commands[kind];
}
