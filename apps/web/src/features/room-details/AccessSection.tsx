import type { RoomAccessType } from "@colbin/protocol";
import { useState } from "react";
import { ChoiceCards } from "#web/design/form/ChoiceCards.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { privacyOptions } from "#web/features/browse/privacy-options.ts";
import type { DetailsProps } from "#web/features/rooms/details-room.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { accessText } from "./AboutPart.tsx";
import { roomSettingsTexts } from "./room-settings-texts.ts";

interface AccessSectionProps extends Pick<DetailsProps, "room"> {
  /** The present one, and what the person may choose instead. */
  offered: readonly RoomAccessType[];
}

/** The ways into the room; asked for once more, since a change shuts people out or lets everybody in (rules-rooms 36). */
export function AccessSection({ room, offered }: AccessSectionProps) {
  const [wanted, setWanted] = useState<RoomAccessType>();
  const { sessionRoomSlug: slug, roomName, accessType } = room;
  const { act } = useAct("changeAccessType", ["getRoom", "getRoomSettings", "listRooms"]);
  const options = privacyOptions().flatMap((option) => {
    const value = offered.find((each) => each.toLowerCase() === option.value);
    return value ? [{ ...option, value }] : [];
  });
  return (
    <div className="px-4.5 py-4 max-pair:px-3.5">
      <ChoiceCards
        label={t(roomSettingsTexts.access)}
        options={options}
        value={wanted ?? accessType}
        onChange={setWanted}
      />
      {wanted && wanted !== accessType && (
        <FormDialog
          title={t(roomSettingsTexts.accessTitle, {
            room: roomName,
            kind: accessText(wanted).toLowerCase(),
          })}
          text={t(
            wanted === "PUBLIC" ? roomSettingsTexts.accessOpenText : roomSettingsTexts.accessText,
          )}
          verb={t(roomSettingsTexts.accessVerb)}
          isDanger={wanted === "PUBLIC"}
          onConfirm={() => act({ params: { slug }, body: { accessType: wanted } })}
          onClose={() => setWanted(undefined)}
        />
      )}
    </div>
  );
}
