import { UsersRound } from "lucide-react";
import { AvatarField } from "#web/features/avatars/AvatarField.tsx";
import { PlacePicture } from "#web/features/avatars/PlacePicture.tsx";
import { avatarTexts } from "#web/features/avatars/texts.ts";
import type { DetailsProps } from "#web/features/rooms/details-room.ts";
import { RoomIcon } from "#web/features/rooms/RoomIcon.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";

const renewed = ["getRoom", "listRooms"] as const;

/** The picture of a channel or a group. */
export function RoomPictureField({ room }: Pick<DetailsProps, "room">) {
  const { avatar_url: picture, accessType, sessionRoomSlug: slug } = room;
  const { act: set } = useAct("setRoomAvatar", renewed);
  const { act: remove } = useAct("deleteRoomAvatar", renewed);
  const input = { params: { slug } };
  return (
    <AvatarField
      hasPicture={Boolean(picture)}
      hint={t(avatarTexts.hintOfRoom)}
      onSave={(bytes) => set(input, { image: { bytes, mediaType: bytes.type } })}
      onRemove={() => remove(input)}
    >
      <PlacePicture src={picture}>
        {room.roomType === "group" ? <UsersRound /> : <RoomIcon accessType={accessType} />}
      </PlacePicture>
    </AvatarField>
  );
}
