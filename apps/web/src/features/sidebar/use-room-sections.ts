import { useState } from "react";
import { chat } from "#web/lib/api/chat.ts";
import { usePaced } from "#web/lib/react/use-paced.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { ORDER_MS } from "./constants.ts";
import { createRoomSections, haveSameRooms, type RoomSection } from "./room-sections.ts";

/**
 * The rooms that the search finds, by section and in the order of display; all without one. A room that is new or gone shows at
 * once; another order alone is taken up once in a while, or in a busy place nobody could aim at a row.
 */
export function useRoomSections(query: string): readonly RoomSection[] {
  const [sectionsOf] = useState(createRoomSections);
  const found = useStore(chat.store, (state) => sectionsOf(state, query));
  return usePaced(found, ORDER_MS, haveSameRooms);
}
