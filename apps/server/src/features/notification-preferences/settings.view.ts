import type { QuietHours } from "@colbin/protocol";
import { defaultRange, heldUntil, quietFrom } from "./quiet-hours.rules.ts";
import type { SettingsRow } from "./settings.queries.ts";

const UTC = "UTC";
const noDays = { "0": [], "1": [], "2": [], "3": [], "4": [], "5": [], "6": [] };

/** The zone that the person chose for all devices, else that of the device where the hours were chosen. */
export function zoneOf({ preferences, timeZone }: Pick<SettingsRow, "preferences" | "timeZone">) {
  return preferences.timezone ?? timeZone ?? UTC;
}

export function toQuietSettings({ mode, range, days, pausedUntil }: SettingsRow) {
  return { mode, range: range ?? defaultRange, days: days ?? {}, pausedUntil };
}

export function toQuietHours(row: SettingsRow, now: Date): QuietHours {
  const settings = toQuietSettings(row);
  const timeZone = zoneOf(row);
  const pausedUntil = row.pausedUntil !== null && row.pausedUntil > now ? row.pausedUntil : null;
  const quietUntil = heldUntil(settings, timeZone, now);
  const from = quietUntil === null ? quietFrom(settings, timeZone, now) : null;
  const { mode, range, days } = settings;
  return {
    mode,
    range,
    days: { ...noDays, ...days } as QuietHours["days"],
    timeZone,
    pausedUntil: pausedUntil?.toISOString() ?? null,
    quietUntil: quietUntil?.toISOString() ?? null,
    quietFrom: from?.toISOString() ?? null,
  };
}
