import { useId, useState } from "react";
import { TextField } from "#web/design/form/TextField.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { SettingRow } from "./SettingRow.tsx";
import { settingsTexts } from "./texts.ts";
import { findZone, zoneNames } from "./time-zones.ts";
import { usePreference } from "./use-preference.ts";

/** The zone of all dates that are shown. The list is the browser's own, and finds a zone by any part of its name. */
export function TimeZoneRow() {
  const listId = useId();
  const chosen = usePreference("timezone");
  /** As long as it names no zone. */
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

  function choose(zone: string | null): void {
    setTyped(undefined);
    setWrong(false);
    if (zone !== (chosen.value ?? null)) chosen.choose(zone);
  }

  function type(text: string): void {
    setWrong(false);
    if (text === "") choose(null);
    else if (zoneNames().includes(text)) choose(text);
    else setTyped(text);
  }

  /** The typed text stays until it names a zone. */
  function finish(): void {
    if (typed === undefined) return;
    const zone = findZone(typed);
    if (zone === undefined) setWrong(true);
    else choose(zone);
  }

  return (
    <SettingRow title={t(settingsTexts.timeZone)} hint={t(settingsTexts.timeZoneHint)}>
      <form
        className="max-pair:w-full pair:w-60"
        onSubmit={(event) => {
          event.preventDefault();
          finish();
        }}
      >
        <TextField
          label={t(settingsTexts.timeZone)}
          isLabelHidden
          list={listId}
          autoComplete="off"
          spellCheck={false}
          placeholder={t(settingsTexts.deviceZone, { zone: timeZone })}
          error={isWrong ? t(settingsTexts.timeZoneWrong) : undefined}
          value={typed ?? chosen.value ?? ""}
          onChange={type}
          onBlur={finish}
        />
        <datalist id={listId}>
          {zoneNames().map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
      </form>
    </SettingRow>
  );
}
