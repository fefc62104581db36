import { useEffect, useState } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { creatingRoom } from "#web/features/rooms/actions.ts";
import { endAsk, openAsk, type RoomAsk } from "#web/features/rooms/room-asks.ts";
import { useMayCreateRooms } from "#web/features/rooms/use-may-create.ts";
import { useOffer } from "#web/lib/actions/offer.ts";
import { useStore } from "#web/lib/react/use-store.ts";

const CreateRoomDialog = lazyPart(
  () => import("#web/features/browse/CreateRoomDialog.tsx"),
  "CreateRoomDialog",
);

const dialogs = {
  leave: lazyPart(
    () => import("#web/features/participants/LeaveRoomDialog.tsx"),
    "LeaveRoomDialog",
  ),
  archive: lazyPart(
    () => import("#web/features/room-changes/ArchiveRoomDialog.tsx"),
    "ArchiveRoomDialog",
  ),
  delete: lazyPart(
    () => import("#web/features/room-changes/DeleteRoomDialog.tsx"),
    "DeleteRoomDialog",
  ),
  share: lazyPart(() => import("#web/features/share/RoomShareDialog.tsx"), "RoomShareDialog"),
  addPeople: lazyPart(
    () => import("#web/features/participants/FirstPeopleDialog.tsx"),
    "FirstPeopleDialog",
  ),
  poll: lazyPart(() => import("#web/features/polls/PollDialog.tsx"), "PollDialog"),
} satisfies Record<RoomAsk, unknown>;

/** The dialogs that can be asked for from anywhere, on any screen. */
export function RoomDialogs() {
  const [isCreating, setCreating] = useState(false);
  useOffer(creatingRoom, useMayCreateRooms() ? () => setCreating(true) : undefined);
  const asked = useStore(openAsk, (value) => value);
  // A person who signs in next is not asked.
  useEffect(() => endAsk, []);
  if (isCreating) return <CreateRoomDialog onClose={() => setCreating(false)} />;
  if (!asked) return null;
  const { ask, room } = asked;
  const Dialog = dialogs[ask];
  return <Dialog key={`${ask} ${room.roomId}`} room={room} onClose={endAsk} />;
}
