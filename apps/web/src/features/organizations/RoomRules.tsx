import { Select } from "#web/design/form/Select.tsx";
import { Switch } from "#web/design/form/Switch.tsx";
import { RetentionRow } from "#web/features/retention/RetentionRow.tsx";
import { SettingLine } from "#web/features/settings/SettingLine.tsx";
import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { organizationSettingsTexts } from "./organization-settings-texts.ts";
import type { OrganizationRules } from "./use-organization-settings.ts";

const HOUR = 60;
const DAY = 24 * HOUR;
const offeredMinutes = [5, 15, HOUR, DAY];
const NO_LIMIT = "";

/** Rules of what members see of each other, and of what authors may do with their messages. */
export function RoomRules({
  rules: { values, choose, save, isBusy },
}: {
  rules: OrganizationRules;
}) {
  const minutes = values?.editWindowMinutes ?? null;
  const offered = new Set([...offeredMinutes, ...(minutes === null ? [] : [minutes])]);
  return (
    <>
      <SettingsSection title={t(organizationSettingsTexts.directory)}>
        <SettingLine>
          <Switch
            label={t(organizationSettingsTexts.memberDirectory)}
            hint={t(organizationSettingsTexts.memberDirectoryHint)}
            isOn={values?.memberDirectory ?? true}
            isBusy={isBusy("memberDirectory")}
            onChange={(memberDirectory) => void choose({ memberDirectory })}
          />
        </SettingLine>
      </SettingsSection>
      <SettingsSection title={t(organizationSettingsTexts.messages)}>
        <SettingLine>
          <Switch
            label={t(organizationSettingsTexts.readReceipts)}
            hint={t(organizationSettingsTexts.readReceiptsHint)}
            isOn={values?.readReceipts ?? true}
            isBusy={isBusy("readReceipts")}
            onChange={(readReceipts) => void choose({ readReceipts })}
          />
        </SettingLine>
        <SettingLine>
          <Switch
            label={t(organizationSettingsTexts.linkPreviews)}
            hint={t(organizationSettingsTexts.linkPreviewsHint)}
            isOn={values?.linkPreviews ?? true}
            isBusy={isBusy("linkPreviews")}
            onChange={(linkPreviews) => void choose({ linkPreviews })}
          />
        </SettingLine>
        <SettingRow
          title={t(organizationSettingsTexts.editWindow)}
          hint={t(organizationSettingsTexts.editWindowHint)}
        >
          {(words) => (
            <Select
              {...words}
              className="max-pair:w-full pair:w-47"
              aria-busy={isBusy("editWindowMinutes")}
              options={[
                { value: NO_LIMIT, label: t(organizationSettingsTexts.noLimit) },
                ...[...offered]
                  .toSorted((one, other) => one - other)
                  .map((each) => ({
                    value: String(each),
                    label: durationText(each),
                  })),
              ]}
              value={minutes === null ? NO_LIMIT : String(minutes)}
              onChange={(value) =>
                void choose({ editWindowMinutes: value === NO_LIMIT ? null : Number(value) })
              }
            />
          )}
        </SettingRow>
        <RetentionRow
          days={values?.messageRetentionDays ?? null}
          isBusy={isBusy("messageRetentionDays")}
          onChoose={(messageRetentionDays) => save({ messageRetentionDays })}
        />
        <RetentionRow
          isOfFiles
          days={values?.fileRetentionDays ?? null}
          isBusy={isBusy("fileRetentionDays")}
          onChoose={(fileRetentionDays) => save({ fileRetentionDays })}
        />
      </SettingsSection>
    </>
  );
}

function durationText(minutes: number): string {
  if (minutes % DAY === 0) return t(organizationSettingsTexts.days, { n: minutes / DAY });
  if (minutes % HOUR === 0) return t(organizationSettingsTexts.hours, { n: minutes / HOUR });
  return t(organizationSettingsTexts.minutes, { n: minutes });
}
