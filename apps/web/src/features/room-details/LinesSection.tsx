import { Switch } from "#web/design/form/Switch.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { SettingLine } from "#web/features/settings/SettingLine.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { roomSettingsTexts } from "./room-settings-texts.ts";

interface LinesSectionProps {
  slug: string;
  isOn: boolean;
}

/** Whether the room says who comes and goes; kept as soon as it is chosen (rules-messages 57). */
export function LinesSection({ slug, isOn }: LinesSectionProps) {
  const { act, isPending } = useAct("updateRoom", ["getRoomSettings"]);
  const choose = (joinLeaveLines: boolean) =>
    act({ params: { slug }, body: { settings: { joinLeaveLines } } });
  return (
    <SettingLine>
      <Switch
        label={t(roomSettingsTexts.lines)}
        hint={t(roomSettingsTexts.linesHint)}
        isOn={isOn}
        isBusy={isPending}
        onChange={(next) => void tellFailure(roomSettingsTexts.updateFailed, choose(next))}
      />
    </SettingLine>
  );
}
