import type { RoomQuestion } from "#web/features/room-changes/room-question.ts";
import { withOwnLevel } from "#web/features/rooms/own-room.ts";
import { AddPeopleDialog } from "./AddPeopleDialog.tsx";

/** The second step of making a room, which is there already. */
export function FirstPeopleDialog({ room, onClose }: RoomQuestion) {
  const { level } = withOwnLevel(room);
  return level && <AddPeopleDialog room={room} level={level} isFirst onClose={onClose} />;
}
