import { account } from "#web/lib/api/account.ts";
import { deviceSetting } from "#web/lib/device/setting.ts";
import { useStore } from "#web/lib/react/use-store.ts";

const RECENT_MAX = 10;

/** By person and workspace, the newest first. A sign-out forgets all of them. */
const recents = deviceSetting<Readonly<Record<string, readonly string[]>>>(
  "recentSearches",
  toRecents,
  {},
);
const none: readonly string[] = [];

export function useRecentSearches(): readonly string[] {
  return useStore(recents, (all) => all[ownKey()] ?? none);
}

/** The newest one; the same query stands once. */
export function keepSearch(query: string): void {
  const wanted = query.trim();
  if (wanted === "") return;
  change((before) => [wanted, ...before.filter((each) => each !== wanted)].slice(0, RECENT_MAX));
}

export function forgetSearch(query: string): void {
  change((before) => before.filter((each) => each !== query));
}

function change(next: (before: readonly string[]) => readonly string[]): void {
  const key = ownKey();
  recents.update((all) => ({ ...all, [key]: next(all[key] ?? none) }));
}

function ownKey(): string {
  return `${account.session.getSnapshot().user?.id} ${account.workspaceId() ?? ""}`;
}

function toRecents(kept: string): Readonly<Record<string, readonly string[]>> {
  const value = JSON.parse(kept) as object;
  const isList = (list: unknown): list is readonly string[] =>
    Array.isArray(list) && list.every((each) => typeof each === "string");
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, readonly string[]] => isList(entry[1])),
  );
}
