import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { GuestsSwitch } from "#web/features/guests/GuestsSwitch.tsx";
import { IncomingWebhooks } from "#web/features/incoming-webhooks/IncomingWebhooks.tsx";
import type { DetailsProps } from "#web/features/rooms/details-room.ts";
import { RoomRetention } from "#web/features/retention/RoomRetention.tsx";
import { roomRightsOf } from "#web/features/rooms/room-rights.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";
import { activeWorkspace, PERSONAL } from "#web/lib/routing/paths.ts";
import { AccessSection } from "./AccessSection.tsx";
import { AddressSection } from "./AddressSection.tsx";
import { DomainForm } from "./DomainForm.tsx";
import { NamesForm } from "./NamesForm.tsx";
import { RoomPictureField } from "./RoomPictureField.tsx";
import { RoomSwitch } from "./RoomSwitch.tsx";
import { roomSettingsTexts } from "./room-settings-texts.ts";
import type { RoomEdits } from "./use-room-edits.ts";

/** Settings of the people who lead a room; general keeps its address and lets everybody in (rules-rooms 12). */
export function SettingsPart({ room, level, edits }: DetailsProps & { edits: RoomEdits }) {
  const { mayRestrict, accessTypes } = roomRightsOf({ ...room, level });
  const { data, error, refetch } = edits.settings;
  const isOrganization = activeWorkspace() !== PERSONAL;
  return (
    <ScrollRegion className="min-h-0 flex-1 divide-y divide-line">
      <RoomPictureField room={room} />
      <NamesForm slug={room.sessionRoomSlug} edits={edits.names} />
      {mayRestrict && <AddressSection room={room} />}
      {mayRestrict && accessTypes.length > 1 && <AccessSection room={room} offered={accessTypes} />}
      {data && room.roomType === "channel" && (
        <GuestsSwitch slug={room.sessionRoomSlug} settings={data} />
      )}
      {mayRestrict && isOrganization && data && (
        <DomainForm
          slug={room.sessionRoomSlug}
          domain={data.organizationDomain}
          edits={edits.domain}
        />
      )}
      {data && (
        <RoomSwitch
          slug={room.sessionRoomSlug}
          label={t(roomSettingsTexts.pinning)}
          hint={t(roomSettingsTexts.pinningHint)}
          isOn={data.pinnedBy === "WRITE"}
          toSettings={(isOn) => ({ pinnedBy: isOn ? "WRITE" : "ADMIN" })}
        />
      )}
      {data && (
        <RoomSwitch
          slug={room.sessionRoomSlug}
          label={t(roomSettingsTexts.lines)}
          hint={t(roomSettingsTexts.linesHint)}
          isOn={data.joinLeaveLines}
          toSettings={(joinLeaveLines) => ({ joinLeaveLines })}
        />
      )}
      {data && <RoomRetention slug={room.sessionRoomSlug} settings={data} />}
      {data && (
        <RoomSwitch
          slug={room.sessionRoomSlug}
          label={t(roomSettingsTexts.previews)}
          hint={t(roomSettingsTexts.previewsHint)}
          isOn={data.linkPreviews}
          toSettings={(linkPreviews) => ({ linkPreviews })}
        />
      )}
      {data && room.roomType === "channel" && <IncomingWebhooks slug={room.sessionRoomSlug} />}
      {error && !data && (
        <ErrorState
          title={t(roomSettingsTexts.readFailed)}
          text={errorText(error)}
          onRetry={() => void refetch()}
        />
      )}
    </ScrollRegion>
  );
}
