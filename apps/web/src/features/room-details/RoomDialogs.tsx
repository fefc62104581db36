import { useEffect, useState } from "react";
import { Part } from "#web/design/Part.tsx";
import { useOffer } from "#web/lib/offer.ts";
import { useStore } from "#web/lib/use-store.ts";
import { creatingRoom } from "#web/features/rooms/actions.ts";
import { endAsk, openAsk, type RoomAsk } from "#web/features/rooms/room-asks.ts";
import { useMayCreateRooms } from "#web/features/rooms/use-may-create.ts";

async function loadCreateRoomDialog() {
  return (await import("#web/features/rooms/CreateRoomDialog.tsx")).CreateRoomDialog;
}

const loads = {
  leave: async () => (await import("#web/features/rooms/LeaveRoomDialog.tsx")).LeaveRoomDialog,
  archive: async () =>
    (await import("#web/features/rooms/ArchiveRoomDialog.tsx")).ArchiveRoomDialog,
  delete: async () => (await import("#web/features/rooms/DeleteRoomDialog.tsx")).DeleteRoomDialog,
  share: async () => (await import("#web/features/share/RoomShareDialog.tsx")).RoomShareDialog,
  addPeople: async () => (await import("./FirstPeopleDialog.tsx")).FirstPeopleDialog,
} satisfies Record<RoomAsk, () => Promise<unknown>>;

/** What can be asked for from anywhere, on any screen. */
export function RoomDialogs() {
  const [isCreating, setCreating] = useState(false);
  useOffer(creatingRoom, useMayCreateRooms() ? () => setCreating(true) : undefined);
  const asked = useStore(openAsk, (value) => value);
  // Whoever signs in next is not asked.
  useEffect(() => endAsk, []);
  if (isCreating)
    return (
      <Part need={1} load={loadCreateRoomDialog} props={{ onClose: () => setCreating(false) }} />
    );
  if (!asked) return null;
  const { ask, room } = asked;
  return (
    <Part
      key={`${ask} ${room.roomId}`}
      need={1}
      load={loads[ask]}
      props={{ room, onClose: endAsk }}
    />
  );
}
