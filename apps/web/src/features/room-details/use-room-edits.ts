import type { DetailsProps } from "#web/features/rooms/details-room.ts";
import { useEdits } from "#web/features/settings/use-edits.ts";
import { useCall } from "#web/lib/api/use-call.ts";

/** Edits of a room's settings, as long as the details are open: another tab of them does not lose them. */
export function useRoomEdits(room: DetailsProps["room"]) {
  const settings = useCall("getRoomSettings", { params: { slug: room.sessionRoomSlug } });
  const names = useEdits({ title: room.roomName, description: room.description ?? "" });
  const domain = useEdits({ organizationDomain: settings.data?.organizationDomain ?? "" });
  return { settings, names, domain, isDirty: names.isDirty || domain.isDirty };
}

export type RoomEdits = ReturnType<typeof useRoomEdits>;
