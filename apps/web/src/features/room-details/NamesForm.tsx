import { ROOM_DESCRIPTION_MAX, ROOM_TITLE_MAX } from "@colbin/protocol";
import { TextArea } from "#web/design/form/TextArea.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { SettingsForm } from "#web/features/settings/SettingsForm.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { roomSettingsTexts } from "./room-settings-texts.ts";
import type { RoomEdits } from "./use-room-edits.ts";

/** The name and the description of the room. */
export function NamesForm({ slug, edits }: { slug: string; edits: RoomEdits["names"] }) {
  const { changes, isDirty, discard, field } = edits;
  const { act } = useAct("updateRoom", ["getRoom", "listRooms"]);
  const description = field("description");
  async function save(): Promise<void> {
    await act({ params: { slug }, body: changes });
    discard();
  }
  return (
    <SettingsForm
      failure={t(roomSettingsTexts.updateFailed)}
      isDirty={isDirty}
      isIncomplete={field("title").value.trim() === ""}
      onSave={save}
      onDiscard={discard}
    >
      <TextField
        {...field("title")}
        label={t(roomSettingsTexts.title)}
        dir="auto"
        maxLength={ROOM_TITLE_MAX}
      />
      <TextArea
        {...description}
        label={t(roomSettingsTexts.description)}
        hint={t(roomSettingsTexts.count, {
          n: description.value.length,
          max: ROOM_DESCRIPTION_MAX,
        })}
        dir="auto"
        rows={3}
        maxLength={ROOM_DESCRIPTION_MAX}
      />
    </SettingsForm>
  );
}
