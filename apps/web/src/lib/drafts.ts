import { takeCarried } from "./carried.ts";

/** Where something is written: addresses of rooms repeat over workspaces. */
export interface DraftPlace {
  readonly userId: string;
  readonly workspaceId: string | undefined;
  readonly roomSlug: string;
}

/** What is written and not sent: it outlives leaving the room, and ends with the page. */
const drafts = new Map<string, string>(
  takeCarried("drafts", (): [string, string][] => [...drafts]),
);

/** The same for equal places, and for no others. */
export function toDraftKey({ userId, workspaceId = "", roomSlug }: DraftPlace): string {
  return `${userId} ${workspaceId} ${roomSlug}`;
}

/** The text under a key; empty where nothing is written. */
export function readDraft(key: string): string {
  return drafts.get(key) ?? "";
}

/** Keeps the text in the place of the one before; an empty one is no draft. */
export function writeDraft(key: string, text: string): void {
  if (text === "") drafts.delete(key);
  else drafts.set(key, text);
}

/** All that is written and not sent. */
export function listDrafts(): string[] {
  return [...drafts.values()];
}
