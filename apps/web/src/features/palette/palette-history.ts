import { categories, type Command, type CommandItem } from "./command.ts";

/** Commands that are remembered (specification, section 9). */
export const HISTORY_MAX = 10;
/** The newest of them, shown before anything is typed. */
export const RECENT_SHOWN = 5;

/** Where it is stored; one of the keys that a sign-out removes. */
export const historyKey = "palette:history";

interface HistoryEntry {
  readonly item: CommandItem;
  /** When it was run last, in milliseconds. */
  readonly timestamp: number;
  /** How often it was run. */
  readonly frequency: number;
}

/** The last one first. */
export type History = readonly HistoryEntry[];

/** After a command was run: a repeated one counts one up and is as new as a new one, and the oldest beyond the limit is gone. */
export function withRun(history: History, command: Command, now: number): History {
  const known = history.find(({ item }) => item.id === command.id);
  const entry = { item: toItem(command), timestamp: now, frequency: (known?.frequency ?? 0) + 1 };
  return [entry, ...history.filter((other) => other !== known)].slice(0, HISTORY_MAX);
}

function toItem({ id, title, subtitle, category, keywords }: Command): CommandItem {
  return { id, title, ...(subtitle !== undefined && { subtitle }), category, keywords };
}

/** Whose history it is: titles of rooms and people are of one workspace, and nobody else's business. */
export interface HistoryOwner {
  readonly userId: string;
  readonly workspaceId: string;
}

/** The stored history of this owner; empty where it was not written by us. */
export function readHistory(stored: string | null, owner: HistoryOwner): History {
  const kept = parse(stored)[keyOf(owner)];
  return Array.isArray(kept) ? kept.filter(isEntry).slice(0, HISTORY_MAX) : [];
}

/** The text to store: the person's histories in other workspaces stay, those of other people go. */
export function writeHistory(stored: string | null, owner: HistoryOwner, history: History): string {
  const own = Object.entries(parse(stored)).filter(([key]) => key.startsWith(`${owner.userId} `));
  return JSON.stringify({ ...Object.fromEntries(own), [keyOf(owner)]: history });
}

function keyOf({ userId, workspaceId }: HistoryOwner): string {
  return `${userId} ${workspaceId}`;
}

function parse(stored: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(stored ?? "{}");
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEntry(value: unknown): value is HistoryEntry {
  if (!isRecord(value) || !isRecord(value["item"])) return false;
  const { id, title, subtitle, category, keywords } = value["item"];
  return (
    typeof value["timestamp"] === "number" &&
    typeof value["frequency"] === "number" &&
    typeof id === "string" &&
    typeof title === "string" &&
    (subtitle === undefined || typeof subtitle === "string") &&
    categories.some((known) => known === category) &&
    Array.isArray(keywords) &&
    keywords.every((word) => typeof word === "string")
  );
}
