import type { Db } from "#server/platform/db/database.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import {
  getChatHealth,
  getRoomSettings,
  getRoomStats,
  hasRoom,
  validateRoom,
} from "./reading.service.ts";
import { getRoomCard, listRoomCards } from "./rooms.service.ts";

export function roomsRoutes({ db }: { readonly db: Db }) {
  return {
    getRoom: ({ params }, { actor }) => getRoomCard(db, actor, params.slug),
    listRooms: ({ query }, { actor }) => listRoomCards(db, actor, { ...query, status: "ACTIVE" }),
    findRoom: ({ params }, { actor }) => hasRoom(db, actor, params.slug),
    validateRoom: ({ params }, { actor }) => validateRoom(db, actor, params.slug),
    getRoomSettings: ({ params }, { actor }) => getRoomSettings(db, actor, params.slug),
    getRoomStats: ({ params }, { actor }) => getRoomStats(db, actor, params.slug),
    getChatHealth: () => getChatHealth(db),
  } satisfies Partial<Handlers>;
}
