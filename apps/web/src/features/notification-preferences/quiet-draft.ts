import type { QuietHoursMode, QuietHoursSettings, QuietRange } from "@colbin/protocol";

export type QuietDraft = QuietHoursSettings;
export type Days = QuietDraft["days"];
export type DayNumber = keyof Days;

/** The week as people read it: it begins on Monday. */
export const dayNumbers: readonly DayNumber[] = ["1", "2", "3", "4", "5", "6", "0"];

/** In another mode; days of one's own begin with the hours that were chosen before. */
export function withMode({ range, days }: QuietDraft, mode: QuietHoursMode): Partial<QuietDraft> {
  const isEmpty = Object.values(days).every((ranges) => ranges.length === 0);
  if (mode !== "CUSTOM" || !isEmpty) return { mode };
  const all = Object.fromEntries(dayNumbers.map((day) => [day, [range]])) as Days;
  return { mode, days: all };
}

const isWhole = ({ from, until }: QuietRange): boolean => from === until;

/** Whole days among the hours that are shown: of a day, or of the range of all chosen days. */
export function wholeDaysOf({ mode, range, days }: QuietDraft): readonly (DayNumber | "range")[] {
  if (mode === "OFF") return [];
  if (mode !== "CUSTOM") return isWhole(range) ? ["range"] : [];
  return dayNumbers.filter((day) => days[day].some(isWhole));
}

/** A new range of a day begins with it. */
export const newRange: QuietRange = { from: "12:00", until: "13:00" };
