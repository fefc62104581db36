const units = [
  { written: /^(?:m|min|mins|minutes?)$/i, minutes: 1 },
  { written: /^(?:h|hrs?|hours?)$/i, minutes: 60 },
  { written: /^(?:d|days?)$/i, minutes: 1440 },
  { written: /^(?:w|weeks?)$/i, minutes: 10_080 },
];

/** The whole minutes of a time as it is written by hand, such as 30m or 2h; undefined for another text, none, or too many. */
export function readMinutes(text: string, max: number): number | undefined {
  const [, number, unit = ""] = /^(\d{1,6})\s*(\p{L}+)$/u.exec(text.trim()) ?? [];
  const minutes = Number(number) * (units.find(({ written }) => written.test(unit))?.minutes ?? 0);
  return minutes >= 1 && minutes <= max ? minutes : undefined;
}
