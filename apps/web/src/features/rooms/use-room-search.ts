import { matchesSearch, type ChatState } from "@colbin/client";
import { useState } from "react";
import { chat } from "#web/lib/chat.ts";
import { useStore } from "#web/lib/use-store.ts";

/** Addresses of the rooms that the search finds, in the order of display; of all without one. */
export function useRoomSearch(query: string): readonly string[] {
  const [search] = useState(createSearch);
  return useStore(chat.store, (state) => search(state, query));
}

/** Answers with the same array until another room is found: a list draws itself anew for another array. */
function createSearch() {
  let asked: { query: string; rooms: ChatState["subscriptions"]; order: readonly string[] };
  let found: readonly string[] = [];
  return ({ subscriptions, order }: ChatState, query: string): readonly string[] => {
    if (query.trim() === "") return order;
    if (asked?.query === query && asked.rooms === subscriptions && asked.order === order)
      return found;
    asked = { query, rooms: subscriptions, order };
    const next = order.filter((slug) => {
      const room = subscriptions.get(slug);
      return room !== undefined && matchesSearch(room, query);
    });
    const isSame = next.length === found.length && next.every((slug, at) => slug === found[at]);
    if (!isSame) found = next;
    return found;
  };
}
