import { ROOM_SLUG_MAX, toRoomSlug } from "@colbin/protocol";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import type { DetailsProps } from "#web/features/rooms/details-room.ts";
import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { roomSettingsTexts } from "./room-settings-texts.ts";

/** Where the room is found; the page follows it to another address by itself. */
export function AddressSection({ room }: Pick<DetailsProps, "room">) {
  const [isChanging, setChanging] = useState(false);
  const path = roomPath(room.sessionRoomSlug);
  return (
    <>
      <SettingRow
        title={`${t(roomSettingsTexts.address)} ${path}`}
        hint={t(roomSettingsTexts.addressHint)}
      >
        {(words) => (
          <Button
            size="sm"
            aria-describedby={words["aria-labelledby"]}
            onClick={() => setChanging(true)}
          >
            {t(roomSettingsTexts.change)}
          </Button>
        )}
      </SettingRow>
      {isChanging && (
        <AddressDialog slug={room.sessionRoomSlug} onClose={() => setChanging(false)} />
      )}
    </>
  );
}

function AddressDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const [text, setText] = useState(slug);
  const { act } = useAct("updateRoom", ["getRoom", "listRooms"]);
  const next = toRoomSlug(text);
  return (
    <FormDialog
      title={t(roomSettingsTexts.changeAddress)}
      text={t(roomSettingsTexts.addressText)}
      verb={t(roomSettingsTexts.change)}
      isDisabled={next === "" || next === slug}
      onConfirm={() => act({ params: { slug }, body: { slug: next } })}
      onClose={onClose}
    >
      <TextField
        label={t(roomSettingsTexts.addressLabel)}
        name="slug"
        autoFocus
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={ROOM_SLUG_MAX}
        value={text}
        onChange={setText}
        {...(next !== "" && next !== text && { hint: roomPath(next) })}
      />
    </FormDialog>
  );
}
