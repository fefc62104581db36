/** Where something is written: addresses of rooms repeat over workspaces. */
export interface DraftPlace {
  readonly userId: string;
  readonly workspaceId: string | undefined;
  readonly roomSlug: string;
}

const CARRIED_KEY = "drafts";

/** What is written and not sent: it outlives leaving the room, and ends with the page. */
const drafts = new Map<string, string>(takeCarried());

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

/** Before a full page load that the app itself does: what is written is there again on the next page. */
export function carryDrafts(): void {
  try {
    sessionStorage.setItem(CARRIED_KEY, JSON.stringify([...drafts]));
  } catch {
    // Storage is closed to this page.
  }
}

function takeCarried(): [string, string][] {
  try {
    const carried = sessionStorage.getItem(CARRIED_KEY);
    sessionStorage.removeItem(CARRIED_KEY);
    return JSON.parse(carried ?? "[]") as [string, string][];
  } catch {
    return [];
  }
}
