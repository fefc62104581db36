import type { ChosenRoomSettings } from "@colbin/protocol";
import { Switch } from "#web/design/form/Switch.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { SettingLine } from "#web/features/settings/SettingLine.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { roomSettingsTexts } from "./room-settings-texts.ts";

interface RoomSwitchProps {
  slug: string;
  label: string;
  hint: string;
  isOn: boolean;
  toSettings: (isOn: boolean) => ChosenRoomSettings;
}

/** One choice of a room; kept as soon as it is made. */
export function RoomSwitch({ slug, label, hint, isOn, toSettings }: RoomSwitchProps) {
  const { act, isPending } = useAct("updateRoom", ["getRoomSettings"]);
  const choose = (next: boolean) => act({ params: { slug }, body: { settings: toSettings(next) } });
  return (
    <SettingLine>
      <Switch
        label={label}
        hint={hint}
        isOn={isOn}
        isBusy={isPending}
        onChange={(next) => void tellFailure(roomSettingsTexts.updateFailed, choose(next))}
      />
    </SettingLine>
  );
}
