import type { Config } from "#server/config.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import {
  getChatHealth,
  getRoomCard,
  getRoomSettings,
  getRoomStats,
  hasRoom,
  listRoomCards,
  toEnd,
} from "./rooms.service.ts";

interface RoomsDeps extends Pick<Config, "guestLinks"> {
  readonly db: Db;
  readonly clock: Clock;
}

export function roomsRoutes(deps: RoomsDeps) {
  const { db, clock } = deps;
  return {
    getRoom: ({ params }, { actor }) => getRoomCard(db, actor, params.slug),
    listRooms: ({ query }, { actor }) =>
      listRoomCards(db, actor, { ...query, restorableSince: toEnd(clock.now()) }),
    findRoom: ({ params }, { actor }) => hasRoom(db, actor, params.slug),
    getRoomSettings: ({ params }, { actor }) => getRoomSettings(deps, actor, params.slug),
    getRoomStats: ({ params }, { actor }) => getRoomStats(deps, actor, params.slug),
    getChatHealth: () => getChatHealth(db),
  } satisfies Partial<Handlers>;
}
