import { quietHoursModes, type QuietRange } from "@colbin/protocol";
import { expect, test } from "vitest";
import {
  heldUntil,
  HORIZON_DAYS,
  isPausable,
  quietFrom,
  quietUntil,
  wholeDays,
  type QuietSettings,
} from "./quiet-hours.rules.ts";

const BERLIN = "Europe/Berlin";
const NEW_YORK = "America/New_York";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const at = (from: string, until: string): QuietRange => ({ from, until });
const night = at("22:00", "07:00");
const everyDay = (range: QuietRange): QuietSettings => ({ mode: "EVERY_DAY", range, days: {} });
const custom = (days: QuietSettings["days"]): QuietSettings => ({
  mode: "CUSTOM",
  range: night,
  days,
});

/* 2026-11-27 is a Friday. Clocks in Berlin leap on 2026-03-29 at 01:00 UTC and go back on 2026-10-25 at 01:00 UTC, in New York on
   2026-03-08 at 07:00 UTC and on 2026-11-01 at 06:00 UTC. */
test.each<[string, QuietSettings, string, string, string | null]>([
  ["off", { ...everyDay(night), mode: "OFF" }, BERLIN, "2026-11-27T22:30Z", null],
  ["before it", everyDay(night), BERLIN, "2026-11-27T20:59Z", null],
  ["from its first minute", everyDay(night), BERLIN, "2026-11-27T21:00Z", "2026-11-28T06:00Z"],
  ["past midnight", everyDay(night), BERLIN, "2026-11-28T05:59Z", "2026-11-28T06:00Z"],
  ["at its end", everyDay(night), BERLIN, "2026-11-28T06:00Z", null],
  [
    "Friday night is of a weekday",
    { ...everyDay(night), mode: "WEEKDAYS_ONLY" },
    BERLIN,
    "2026-11-28T03:00Z",
    "2026-11-28T06:00Z",
  ],
  [
    "Sunday night is not",
    { ...everyDay(night), mode: "WEEKDAYS_ONLY" },
    BERLIN,
    "2026-11-30T03:00Z",
    null,
  ],
  [
    "Sunday night is of a weekend",
    { ...everyDay(night), mode: "WEEKENDS_ONLY" },
    BERLIN,
    "2026-11-30T03:00Z",
    "2026-11-30T06:00Z",
  ],
  [
    "a whole weekend",
    { ...everyDay(at("09:00", "09:00")), mode: "WEEKENDS_ONLY" },
    BERLIN,
    "2026-11-28T04:00Z",
    "2026-11-29T23:00Z",
  ],
  [
    "ranges that overlap are one",
    custom({ "5": [at("18:00", "23:00"), at("22:00", "01:00")], "6": [at("00:30", "10:00")] }),
    BERLIN,
    "2026-11-27T17:30Z",
    "2026-11-28T09:00Z",
  ],
  [
    "ranges that touch are one",
    custom({ "5": [at("18:00", "20:00"), at("20:00", "21:00")] }),
    BERLIN,
    "2026-11-27T17:30Z",
    "2026-11-27T20:00Z",
  ],
  [
    "without an end it is looked at again",
    everyDay(at("00:00", "00:00")),
    "UTC",
    "2026-11-27T10:00Z",
    "2026-12-05T00:00Z",
  ],
  ["a night of 8 hours", everyDay(night), BERLIN, "2026-03-28T21:00Z", "2026-03-29T05:00Z"],
  ["a night of 10 hours", everyDay(night), BERLIN, "2026-10-24T20:00Z", "2026-10-25T06:00Z"],
  ["a night of 8 hours", everyDay(night), NEW_YORK, "2026-03-08T03:00Z", "2026-03-08T11:00Z"],
  ["a night of 10 hours", everyDay(night), NEW_YORK, "2026-11-01T02:00Z", "2026-11-01T12:00Z"],
  [
    "an end in the hour that is leapt over",
    everyDay(at("22:00", "02:30")),
    BERLIN,
    "2026-03-29T00:59Z",
    "2026-03-29T01:00Z",
  ],
  [
    "a begin in the hour that is leapt over",
    everyDay(at("02:30", "04:00")),
    NEW_YORK,
    "2026-03-08T07:00Z",
    "2026-03-08T08:00Z",
  ],
  ["all of it leapt over", everyDay(at("02:10", "02:50")), BERLIN, "2026-03-29T01:00Z", null],
  [
    "the last end of an hour that comes twice",
    everyDay(at("22:00", "02:30")),
    BERLIN,
    "2026-10-25T00:15Z",
    "2026-10-25T01:30Z",
  ],
  [
    "from the first begin of an hour that comes twice",
    everyDay(at("01:30", "01:45")),
    NEW_YORK,
    "2026-11-01T05:50Z",
    "2026-11-01T06:45Z",
  ],
])("%s", (_, settings, ...[zone, now, until]) => {
  expect(quietUntil(settings, zone, new Date(now))).toEqual(until && new Date(until));
});

test.each<[string, QuietSettings, string, string | null]>([
  ["tonight", everyDay(night), "2026-11-27T12:00Z", "2026-11-27T21:00Z"],
  ["not while it is quiet", everyDay(night), "2026-11-27T23:00Z", null],
  ["next Thursday", custom({ "4": [night] }), "2026-11-27T12:00Z", "2026-12-03T21:00Z"],
  ["never", custom({}), "2026-11-27T12:00Z", null],
  [
    "not in an hour that is leapt over",
    everyDay(at("02:10", "02:50")),
    "2026-03-28T12:00Z",
    "2026-03-30T00:10Z",
  ],
])("it is quiet next: %s", (_, settings, now, from) => {
  expect(quietFrom(settings, BERLIN, new Date(now))).toEqual(from && new Date(from));
});

test.each<[string, string | null, string, string | null]>([
  ["no pause, no quiet hours", null, "2026-11-27T12:00Z", null],
  ["a pause", "2026-11-27T13:00Z", "2026-11-27T12:00Z", "2026-11-27T13:00Z"],
  ["a pause that is over", "2026-11-27T11:00Z", "2026-11-27T12:00Z", null],
  ["a pause into the night", "2026-11-27T22:00Z", "2026-11-27T12:00Z", "2026-11-28T06:00Z"],
  ["a pause beyond the night", "2026-11-28T09:00Z", "2026-11-27T22:00Z", "2026-11-28T09:00Z"],
  ["a pause within the night", "2026-11-27T23:00Z", "2026-11-27T22:00Z", "2026-11-28T06:00Z"],
])("the later end counts: %s", (_, paused, now, until) => {
  const pausedUntil = paused === null ? null : new Date(paused);
  const held = heldUntil({ ...everyDay(night), pausedUntil }, BERLIN, new Date(now));
  expect(held).toEqual(until && new Date(until));
});

test("a pause lasts a week at most", () => {
  const now = new Date("2026-11-27T12:00Z");
  const after = (ms: number) => isPausable(new Date(now.getTime() + ms), now);
  expect([0, 1, 7 * DAY_MS, 7 * DAY_MS + 1].map(after)).toEqual([false, true, true, false]);
});

test("ranges of a whole day are named", () => {
  const days = { "0": [night], "3": [night, at("08:00", "08:00")] };
  expect(wholeDays({ range: night, days })).toEqual(["days.3"]);
  expect(wholeDays({ range: at("00:00", "00:00"), days: {} })).toEqual(["range"]);
});

interface Walk {
  readonly zone: string;
  readonly from: Date;
  /** The time on the clocks of the zone in each minute. */
  readonly shown: readonly string[];
  /** The first and the last minute with each text. */
  readonly places: ReadonlyMap<string, { readonly first: number; readonly last: number }>;
  readonly dates: readonly string[];
}

const BEFORE_DAYS = 3;
const WALK_DAYS = BEFORE_DAYS + HORIZON_DAYS + 5;

function walkClocks(zone: string, around: string): Walk {
  const from = new Date(Date.parse(around) - BEFORE_DAYS * DAY_MS);
  const format = new Intl.DateTimeFormat("sv", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "short",
  });
  const shown = Array.from({ length: WALK_DAYS * 24 * 60 }, (_, minute) =>
    format.format(from.getTime() + minute * MINUTE_MS),
  );
  const places = new Map<string, { first: number; last: number }>();
  for (const [minute, text] of shown.entries())
    places.set(text, { first: places.get(text)?.first ?? minute, last: minute });
  return { zone, from, shown, places, dates: [...new Set(shown.map((text) => text.slice(0, 10)))] };
}

function rangesOn(date: string, { mode, range, days }: QuietSettings): readonly QuietRange[] {
  const weekday = new Date(date).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  if (mode === "CUSTOM") return days[String(weekday) as "0"] ?? [];
  const isDay =
    mode === "EVERY_DAY" || (mode === "WEEKENDS_ONLY" ? isWeekend : mode !== "OFF" && !isWeekend);
  return isDay ? [range] : [];
}

/**
 * Marks each minute that is quiet. A range lasts from the first time that the clock shows its begin to the last time that it shows its
 * end; what the clock never shows stands for what it shows next.
 */
function markQuiet({ shown, places, dates }: Walk, settings: QuietSettings): Uint8Array {
  const quiet = new Uint8Array(shown.length);
  const next = (text: string): number => shown.findIndex((each) => each > text);
  for (const [index, date] of dates.entries()) {
    for (const { from, until } of rangesOn(date, settings)) {
      const isWhole = from === until;
      const lastDate = isWhole || until < from ? dates[index + 1] : date;
      if (lastDate === undefined) continue;
      const begin = `${date} ${isWhole ? "00:00" : from}`;
      const end = `${lastDate} ${isWhole ? "00:00" : until}`;
      const first = places.get(begin)?.first ?? next(begin);
      const last = places.get(end)?.last ?? next(end);
      if (first < last) quiet.fill(1, first, last);
    }
  }
  return quiet;
}

/** Around a change of the clocks each. */
const walks = [
  [BERLIN, "2026-03-29T00:00Z"],
  [BERLIN, "2026-10-25T00:00Z"],
  [NEW_YORK, "2026-03-08T00:00Z"],
  [NEW_YORK, "2026-11-01T00:00Z"],
  // At midnight.
  ["America/Santiago", "2026-04-05T00:00Z"],
  ["America/Santiago", "2026-09-06T00:00Z"],
  ["America/Havana", "2026-11-01T00:00Z"],
] as const;

const SEED = Number(process.env["QUIET_SEED"] ?? Math.floor(Math.random() * 1e9));
const RUNS = 500;

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function drawSettings(random: (below: number) => number): QuietSettings {
  const two = (n: number): string => String(n).padStart(2, "0");
  // Many of them near the hours in which clocks change.
  const hour = () => two(random(2) ? random(5) : random(24));
  const clock = () => `${hour()}:${two(random(4) ? 15 * random(4) : random(60))}`;
  const range = () => at(clock(), clock());
  const days = Object.fromEntries(
    Array.from({ length: 7 }, (_, day) => [day, Array.from({ length: random(4) }, range)]),
  );
  const mode = quietHoursModes[random(quietHoursModes.length)] ?? "OFF";
  return { mode, range: range(), days };
}

/** The first minute that is not quiet; at most the beginning of the day after the horizon. */
function walkToEnd({ shown, dates, places }: Walk, quiet: Uint8Array, minute: number) {
  if (quiet[minute] !== 1) return null;
  const today = shown[minute]?.slice(0, 10) ?? "";
  const horizon = places.get(`${dates[dates.indexOf(today) + HORIZON_DAYS]} 00:00`)?.first ?? 0;
  const end = quiet.indexOf(0, minute);
  return end === -1 ? horizon : Math.min(end, horizon);
}

test(`${RUNS} random settings end as a walk over all minutes does, seed ${SEED}`, () => {
  const random = createRandom(SEED);
  const wrong: object[] = [];
  const known = walks.map(([zone, around]) => walkClocks(zone, around));
  for (let run = 0; run < RUNS; run += 1) {
    const walk = known[run % known.length];
    if (!walk) throw new Error("There is one");
    const settings = drawSettings(random);
    const quiet = markQuiet(walk, settings);
    for (let look = 0; look < 4; look += 1) {
      const minute = (BEFORE_DAYS - 1) * 24 * 60 + random(3 * 24 * 60);
      const now = new Date(walk.from.getTime() + minute * MINUTE_MS);
      const found = quietUntil(settings, walk.zone, now);
      const until = found && (found.getTime() - walk.from.getTime()) / MINUTE_MS;
      const wanted = walkToEnd(walk, quiet, minute);
      if (until !== wanted) wrong.push({ zone: walk.zone, settings, now, until, wanted });
    }
  }
  expect(wrong).toEqual([]);
});
