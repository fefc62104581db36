import { toApiError } from "@colbin/client";
import { isSearchable, readSearch, SEARCH_QUERY_MAX } from "@colbin/protocol";
import { MessagesSquare } from "lucide-react";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { searchPath, targetPath } from "#web/lib/routing/search-address.ts";
import type { Command } from "./command.ts";
import { toMessageCommand } from "./find-messages.ts";
import { GROUP_MAX } from "./results.ts";
import { paletteTexts } from "./texts.ts";

/** Messages that the server finds over all rooms of the person, and the way to all of them. */
export async function askMessages(
  text: string,
  signal: AbortSignal,
  navigate: (path: string) => void,
): Promise<readonly Command[]> {
  const query = text.slice(0, SEARCH_QUERY_MAX);
  if (!isSearchable(readSearch(query))) return [];
  const { messages, ranges, rooms } = await ask(query, signal);
  const found = messages.map((message) => {
    const [first] = ranges[message.id] ?? [];
    const room = rooms[message.roomId];
    const path = targetPath(room?.sessionRoomSlug ?? message.sessionRoomSlug, message);
    return toMessageCommand(message, first?.[0] ?? 0, room?.title, () => navigate(path));
  });
  const all: Command = {
    id: "message:all",
    title: t(paletteTexts.showAll),
    category: "action",
    keywords: [],
    // Behind all that was found.
    score: Number.MIN_VALUE,
    mark: { kind: "icon", icon: MessagesSquare },
    isUnrecorded: true,
    run: () => navigate(searchPath(query)),
  };
  return [...found, all];
}

/** Where the limit of searches is reached, it waits. */
async function ask(query: string, signal: AbortSignal) {
  const workspaceId = account.workspaceId();
  const options = { signal, ...(workspaceId && { workspaceId }) };
  for (;;) {
    try {
      return await account.call(
        "searchAllMessages",
        { query: { query, limit: GROUP_MAX } },
        options,
      );
    } catch (cause) {
      const { status, retryAfterMs } = toApiError(cause);
      if (status !== 429 || retryAfterMs === undefined || signal.aborted) throw cause;
      await new Promise((resolve) => void setTimeout(resolve, retryAfterMs));
    }
  }
}
