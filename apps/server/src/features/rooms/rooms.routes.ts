import type { Db } from "#server/platform/db/database.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { getRoomCard, listRoomCards } from "./rooms.service.ts";

export function roomsRoutes(deps: { readonly db: Db }) {
  return {
    getRoom: ({ params }, { actor }) => getRoomCard(deps.db, actor, params.slug),
    listRooms: ({ query }, { actor }) => listRoomCards(deps.db, actor, query),
  } satisfies Partial<Handlers>;
}
