import type { Subscription } from "@colbin/protocol";
import type { LucideIcon } from "lucide-react";
import { t, type Text } from "#web/lib/language/i18n.ts";

/** Something that is done by `/name argument` in a composer (rules-messages 10). */
interface Command {
  readonly name: string;
  readonly icon: LucideIcon;
  /** An example of what follows the name. */
  readonly argument?: Text;
  /** It does nothing without one. */
  readonly needsArgument?: boolean;
  readonly help: Text;
  /** Can it be done in this room now? Always, where it is not said. */
  readonly when?: (room: Subscription) => boolean;
  /** The problem with the argument, where it has one: then nothing is done, and the text stays. */
  readonly check?: (argument: string) => string | undefined;
}

interface DoneCommand extends Command {
  /** Fails with the reason why it was not done; the text comes back then. */
  readonly run: (argument: string, room: Subscription) => void | Promise<void>;
}

export interface SentCommand extends Command {
  /** The message that is sent in place of it. */
  readonly toText: (argument: string) => string;
}

export type SlashCommand = DoneCommand | SentCommand;

/** The name in a text, in lower case, and what follows it; undefined for a text that gives no command, such as a path of files. */
export function readSlash(text: string): { name: string; argument: string } | undefined {
  const [, name, argument = ""] =
    /^\/([\p{L}][\p{L}\p{N}_-]*)(?:\s+([^]*))?$/u.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase(), argument };
}

/** A line of help. */
export function usageOf(command: SlashCommand): string {
  const help = t(command.help);
  return command.argument ? `${help}: ${exampleOf(command)}` : help;
}

export function exampleOf({ name, argument }: SlashCommand): string {
  return argument ? `/${name} ${t(argument)}` : `/${name}`;
}
