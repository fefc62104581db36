import { matchesSearch, type ChatState } from "@colbin/client";
import { useState } from "react";
import { chat } from "#web/lib/chat.ts";
import { usePaced } from "#web/lib/use-paced.ts";
import { useStore } from "#web/lib/use-store.ts";
import { ORDER_MS } from "./constants.ts";

/**
 * Addresses of the rooms that the search finds, in the order of display; of all without one. A room that is new or gone shows at
 * once; another order alone is taken up once in a while, or in a busy place nobody could aim at a row.
 */
export function useRoomSearch(query: string): readonly string[] {
  const [search] = useState(createSearch);
  const found = useStore(chat.store, (state) => search(state, query));
  return usePaced(found, ORDER_MS, areSameRooms);
}

function areSameRooms(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  const slugs = new Set(one);
  return other.every((slug) => slugs.has(slug));
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
