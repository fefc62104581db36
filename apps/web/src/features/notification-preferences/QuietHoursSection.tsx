import type { QuietHours, QuietHoursMode } from "@colbin/protocol";
import { useState } from "react";
import { Link } from "#web/design/button/Link.tsx";
import { Segmented } from "#web/design/form/Segmented.tsx";
import { Switch } from "#web/design/form/Switch.tsx";
import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { SettingsForm } from "#web/features/settings/SettingsForm.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { Sentence } from "#web/lib/language/Sentence.tsx";
import { QuietDays } from "./QuietDays.tsx";
import { withMode, wholeDaysOf, type QuietDraft } from "./quiet-draft.ts";
import { modeTexts, quietTexts } from "./quiet-texts.ts";
import { QuietTimes } from "./QuietTimes.tsx";
import { dayNames } from "./week.ts";

const modes = Object.keys(modeTexts) as QuietHoursMode[];

/** The hours in which it is quiet on all devices of the person, by the clock of their time zone; kept when it is saved. */
export function QuietHoursSection({ quiet }: { quiet: QuietHours }) {
  const { mode, range, days, timeZone } = quiet;
  const [edited, setEdited] = useState<QuietDraft>();
  const [isConfirmed, setConfirmed] = useState(false);
  const draft = edited ?? { mode, range, days };
  const { act } = useAct("updateQuietHours", ["getQuietHours"]);
  const whole = wholeDaysOf(draft);
  const edit = (change: Partial<QuietDraft>): void => setEdited({ ...draft, ...change });
  const isDirty = JSON.stringify(draft) !== JSON.stringify({ mode, range, days });

  async function save(): Promise<void> {
    const { timeZone: device } = new Intl.DateTimeFormat().resolvedOptions();
    await act({ body: { ...draft, timeZone: device, isWholeDayConfirmed: isConfirmed } });
    setEdited(undefined);
  }
  const names = dayNames();
  const list = new Intl.ListFormat(displayLocale());
  const wholeNames = whole.map((day) =>
    day === "range" ? t(quietTexts.chosenDays) : (names[Number(day)] ?? ""),
  );
  return (
    <SettingsSection title={t(quietTexts.title)}>
      <SettingRow
        title={t(quietTexts.when)}
        hint={
          <Sentence
            text={quietTexts.zone}
            values={{ zone: timeZone }}
            elements={{
              link: <Link to="/settings/account" className="text-accent-ink underline" />,
            }}
          />
        }
      >
        <Segmented
          label={t(quietTexts.when)}
          options={modes.map((value) => ({ value, label: t(modeTexts[value]) }))}
          value={draft.mode}
          onChange={(next: QuietHoursMode) => edit(withMode(draft, next))}
        />
      </SettingRow>
      <SettingsForm
        failure={t(quietTexts.failed)}
        isDirty={isDirty}
        isIncomplete={whole.length > 0 && !isConfirmed}
        onSave={save}
        onDiscard={() => setEdited(undefined)}
      >
        <p className="text-ink-muted">
          {t(draft.mode === "OFF" ? quietTexts.offText : quietTexts.text)} {t(quietTexts.urgent)}
        </p>
        {draft.mode === "CUSTOM" ? (
          <QuietDays days={draft.days} onChange={(next) => edit({ days: next })} />
        ) : (
          draft.mode !== "OFF" && (
            <QuietTimes range={draft.range} onChange={(next) => edit({ range: next })} />
          )
        )}
        {whole.length > 0 && (
          <Switch
            label={t(quietTexts.wholeDay)}
            hint={t(quietTexts.wholeDayHint, { days: list.format(wholeNames) })}
            isOn={isConfirmed}
            onChange={setConfirmed}
          />
        )}
      </SettingsForm>
    </SettingsSection>
  );
}
