import { messagesPurged, type EventData } from "@colbin/protocol";
import type { RoomEventKind } from "#server/features/log/log.service.ts";

export const messagesPurgedKind: RoomEventKind<"messages_purged", EventData<"messages_purged">> = {
  name: "messages_purged",
  facts: messagesPurged.data,
  toWire: ({ facts }) => facts,
};
