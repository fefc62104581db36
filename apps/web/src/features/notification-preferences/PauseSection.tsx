import { PAUSE_MAX_MS, type QuietHours } from "@colbin/protocol";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { momentText } from "#web/design/form/near-times.ts";
import { Switch } from "#web/design/form/Switch.tsx";
import { WhenPicker } from "#web/design/form/WhenPicker.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { SettingLine } from "#web/features/settings/SettingLine.tsx";
import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { usePreference } from "#web/features/settings/use-preference.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useMinute } from "#web/lib/language/use-today.ts";
import { pauseTexts } from "#web/features/quiet-hours/pause-texts.ts";
import { pauseTimes } from "#web/features/quiet-hours/pause-times.ts";
import { settingTexts } from "./texts.ts";

/** Quiet by hand, and whether others see it. */
export function PauseSection({ quiet: { pausedUntil } }: { quiet: QuietHours }) {
  const share = usePreference("shareQuietHours");
  const { act, isPending } = useAct("pauseNotifications", ["getQuietHours"]);
  const [isAsking, setAsking] = useState(false);
  const pause = (until: Date | null) =>
    tellFailure(pauseTexts.failed, act({ body: { until: until?.toISOString() ?? null } }));
  const now = new Date(useMinute());
  const hint =
    pausedUntil === null
      ? t(settingTexts.pauseHint)
      : t(settingTexts.pausedUntil, { when: momentText(new Date(pausedUntil), now) });
  return (
    <SettingsSection title={t(settingTexts.pause)}>
      <SettingRow title={t(settingTexts.pauseHand)} hint={<span role="status">{hint}</span>}>
        <div
          role="group"
          aria-label={t(settingTexts.pauseFor)}
          className="flex flex-wrap justify-end gap-2 max-pair:justify-start pair:flex-none"
        >
          {pausedUntil !== null && (
            <Button isBusy={isPending} onClick={() => void pause(null)}>
              {t(settingTexts.endPause)}
            </Button>
          )}
          {pausedUntil === null &&
            pauseTimes(now).map(({ id, label, at }) => (
              <Button key={id} isBusy={isPending} onClick={() => void pause(at)}>
                {label}
              </Button>
            ))}
          <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {t(settingTexts.pauseUntil)}
          </Button>
        </div>
      </SettingRow>
      <SettingLine>
        <Switch
          label={t(settingTexts.tellOthers)}
          hint={t(settingTexts.tellOthersHint)}
          isOn={share.value ?? true}
          onChange={share.choose}
        />
      </SettingLine>
      {isAsking && (
        <PauseDialog
          onPause={(until) => act({ body: { until: until.toISOString() } })}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingsSection>
  );
}

interface PauseDialogProps {
  onPause: (until: Date) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the end of a pause. */
function PauseDialog({ onPause, onClose }: PauseDialogProps) {
  const [now] = useState(() => new Date());
  const [choices] = useState(() => pauseTimes(now));
  const [until, setUntil] = useState(choices[0]?.at);
  return (
    <FormDialog
      title={t(settingTexts.pauseTitle)}
      verb={t(settingTexts.pause)}
      isDisabled={until === undefined}
      onConfirm={async () => {
        if (until) await onPause(until);
      }}
      onClose={onClose}
    >
      <WhenPicker
        name="until"
        label={t(settingTexts.pauseWhen)}
        choices={choices}
        min={now}
        max={new Date(now.getTime() + PAUSE_MAX_MS)}
        value={until}
        onChange={setUntil}
      />
    </FormDialog>
  );
}
