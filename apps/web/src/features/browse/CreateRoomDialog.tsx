import {
  ROOM_DESCRIPTION_MAX,
  ROOM_TITLE_MAX,
  toRoomSlug,
  type RoomPrivacy,
} from "@colbin/protocol";
import { useState } from "react";
import { useNavigate } from "react-router";
import { ChoiceCards } from "#web/design/form/ChoiceCards.tsx";
import { TextArea } from "#web/design/form/TextArea.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { ROOM_TOAST_MS } from "#web/features/rooms/constants.ts";
import { learnRoom } from "#web/features/rooms/entering.ts";
import { lateRoomTexts } from "#web/features/rooms/late-room-texts.ts";
import { askOfRoom } from "#web/features/rooms/room-asks.ts";
import { roomTexts } from "#web/features/rooms/texts.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { creatingTexts } from "./creating-texts.ts";
import { privacyOptions } from "./privacy-options.ts";

/** A new channel, which opens as soon as it is there, and asks for its people: at the address that the server gave it (rules-rooms 7, 8). */
export function CreateRoomDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [privacy, setPrivacy] = useState<RoomPrivacy>("public");
  const { act } = useAct("createRoom", ["listRooms"]);
  const title = name.trim();
  const slug = toRoomSlug(title);

  async function create(): Promise<void> {
    const room = await act({
      body: { title, description: description.trim() || null, privacy },
    });
    const { sessionRoomSlug, roomName } = room;
    await learnRoom(sessionRoomSlug);
    toast({ title: t(lateRoomTexts.created, { name: roomName }), durationMs: ROOM_TOAST_MS });
    await navigate(roomPath(sessionRoomSlug));
    askOfRoom("addPeople", room);
  }

  return (
    <FormDialog
      title={t(roomTexts.createTitle)}
      verb={t(lateRoomTexts.create)}
      note={t(creatingTexts.next)}
      isDisabled={title === ""}
      onConfirm={create}
      onClose={onClose}
    >
      <TextField
        label={t(creatingTexts.name)}
        name="title"
        autoFocus
        autoComplete="off"
        dir="auto"
        maxLength={ROOM_TITLE_MAX}
        count={`${name.length} / ${ROOM_TITLE_MAX}`}
        value={name}
        onChange={setName}
        hint={slug === "" ? undefined : t(creatingTexts.address, { slug })}
      />
      <TextArea
        label={t(creatingTexts.description)}
        name="description"
        rows={2}
        dir="auto"
        maxLength={ROOM_DESCRIPTION_MAX}
        value={description}
        onChange={setDescription}
      />
      <ChoiceCards
        label={t(creatingTexts.privacy)}
        options={privacyOptions()}
        value={privacy}
        onChange={setPrivacy}
      />
    </FormDialog>
  );
}
