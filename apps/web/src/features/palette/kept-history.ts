import type { AccountWithTokens } from "@colbin/client";
import type { Command } from "./command.ts";
import {
  historyKey,
  readHistory,
  withRun,
  writeHistory,
  type History,
  type HistoryOwner,
} from "./palette-history.ts";

type Keeper = Pick<AccountWithTokens, "session" | "runtime" | "workspaceId">;

/** The commands that the signed-in person has run in this workspace; nobody signed in has none. */
export function readOwnHistory(account: Keeper): History {
  const owner = toOwner(account);
  return owner ? readHistory(account.runtime.storage.get(historyKey), owner) : [];
}

/** Remembers it as the newest. The sign-out forgets all of them. */
export function keepRun(account: Keeper, command: Command): void {
  const owner = toOwner(account);
  if (!owner) return;
  const { storage, now } = account.runtime;
  const history = withRun(readOwnHistory(account), command, now());
  const stored = storage.get(historyKey);
  storage.set(historyKey, writeHistory(stored, owner, history));
}

function toOwner({ session, workspaceId }: Keeper): HistoryOwner | undefined {
  const user = session.getSnapshot().user;
  return user ? { userId: user.id, workspaceId: workspaceId() ?? "" } : undefined;
}
