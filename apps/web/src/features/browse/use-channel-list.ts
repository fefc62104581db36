import type { CallOf } from "@colbin/protocol";
import { chat } from "#web/lib/api/chat.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { toTable, useListQuery } from "#web/lib/api/use-list-query.ts";
import { useNews } from "#web/lib/api/use-news.ts";
import { useRenewal } from "#web/lib/api/use-renewal.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { browseTexts } from "./browse-texts.ts";

/** Nobody pushes what others do in rooms that one is not in. */
const REFRESH_MS = 30_000;

type Query = CallOf<"listRooms">["query"];

/** The parts of the channels that can be shown. */
const parts = {
  all: {},
  joined: { accessStatus: "ACCEPTED" },
  protected: { accessType: "PROTECTED" },
  archived: { status: "ARCHIVED" },
  deleted: { status: "DELETED" },
} as const satisfies Record<string, Query>;

export type ChannelPart = keyof typeof parts;

/** The channels that the person sees, page by page. A change of their own place in one shows at once. */
export function useChannelList() {
  const list = useListQuery<{
    readonly part: ChannelPart;
    readonly sortBy: NonNullable<Query["sortBy"]>;
  }>({ part: "all", sortBy: "lastActivityAt" });
  const { page, sortBy, search, part } = list;
  const isByName = sortBy === "name";
  const sortOrder = isByName ? "asc" : "desc";
  const query = { page, sortBy, sortOrder, ...(search && { search }), ...parts[part] } as const;
  const call = useCall("listRooms", { query }, { isPaged: true, refreshMs: REFRESH_MS });
  const joined = useStore(chat.store, ({ subscriptions }) => subscriptions.size);
  useRenewal("listRooms", String(joined));
  useNews("listRooms", "access");
  const table = toTable(list, call, browseTexts.failed);
  return { ...list, table: { ...table, sort: { ...table.sort, isDescending: !isByName } } };
}
