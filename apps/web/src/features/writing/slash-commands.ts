import { pollCommand } from "./poll-command.ts";
import { remindCommand } from "./remind-command.ts";
import { roomCommands } from "./room-commands.ts";
import type { SlashCommand } from "./slash-command.ts";
import { textCommands } from "./text-commands.ts";

/** All commands, in the order in which they are offered. A feature adds its own here. */
export const slashCommands: readonly SlashCommand[] = [
  ...roomCommands,
  pollCommand,
  remindCommand,
  ...textCommands,
];
