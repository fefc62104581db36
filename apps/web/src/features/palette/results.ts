import type { Category, Command } from "./command.ts";
import type { History } from "./palette-history.ts";
import { scoreOf } from "./match.ts";
import { RECENT_SHOWN } from "./palette-history.ts";
import type { Question } from "./prefixes.ts";

/** Results that a group shows at most (specification, section 9). */
export const GROUP_MAX = 20;

export interface ResultGroup {
  readonly name: Category | "recent" | "hint";
  readonly commands: readonly Command[];
}

/** Specification, section 9: recent 100, navigation 90, others 50. Equal ones keep the order of their providers. */
function priorityOf({ name }: ResultGroup): number {
  if (name === "recent") return 100;
  return name === "navigation" ? 90 : 50;
}

/**
 * The found commands that are shown. A command that was run lately stands under Recent alone, as it is now where a provider has
 * just found it.
 */
export function toResults(
  { text, sign, hasRecent }: Question,
  found: readonly Command[],
  history: History,
): readonly ResultGroup[] {
  const isAsked = text !== "";
  // Two providers may find the same.
  const live = new Map((isAsked ? bestFirst(text, found) : found).map((each) => [each.id, each]));
  const matching = [...live.values()];
  const items = hasRecent ? history.map(({ item }): Command => live.get(item.id) ?? item) : [];
  const shown = isAsked || sign !== undefined ? items : items.slice(0, RECENT_SHOWN);
  const recent = isAsked ? bestFirst(text, shown) : shown;
  const taken = new Set(recent.map(({ id }) => id));
  const groups: ResultGroup[] = [{ name: "recent", commands: recent }];
  for (const name of new Set(matching.map(({ category }) => category)))
    groups.push({
      name,
      commands: matching.filter(({ id, category }) => category === name && !taken.has(id)),
    });
  return groups
    .map(({ name, commands }) => ({ name, commands: commands.slice(0, GROUP_MAX) }))
    .filter(({ commands }) => commands.length > 0)
    .toSorted((one, other) => priorityOf(other) - priorityOf(one));
}

function bestFirst(text: string, commands: readonly Command[]): readonly Command[] {
  return commands
    .map((command) => ({ command, score: command.score ?? scoreOf(text, command) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ command }) => command);
}
