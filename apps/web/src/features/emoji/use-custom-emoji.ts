import type { CustomEmoji, WorkspaceId } from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { renew } from "#web/lib/api/use-renewal.ts";
import { useStore } from "#web/lib/react/use-store.ts";

// One for all that show emoji, also while nothing does: what is kept is true.
chat.lists.onNews((news) => void (news.part === "emoji" && renew("listEmoji")));

const none: readonly CustomEmoji[] = [];

/** The emoji of the organization where the person works, by name; undefined until they are read, which is done once. */
export function useCustomEmoji(): readonly CustomEmoji[] | undefined {
  const orgId = useStore(account.place, () => account.workspaces.activeId());
  const params = { orgId: orgId ?? ("" as WorkspaceId) };
  const isOff = orgId === undefined;
  const { data, error } = useCall("listEmoji", { params }, { freshMs: Infinity, isOff });
  return data?.results ?? (isOff || error ? none : undefined);
}
