import { expect, test } from "vitest";
import { barsOf } from "./day-track.ts";

const none = { "0": [], "1": [], "2": [], "3": [], "4": [], "5": [], "6": [] };
const night = { from: "19:30", until: "08:00" };

test.each([
  ["a night that begins", { ...none, "0": [night] }, "0", [{ from: 19.5, to: 24 }]],
  ["a night that ends", { ...none, "6": [night] }, "0", [{ from: 0, to: 8 }]],
  ["until midnight", { ...none, "1": [{ from: "18:00", until: "00:00" }] }, "2", []],
  [
    "the whole day",
    { ...none, "3": [{ from: "07:00", until: "07:00" }] },
    "3",
    [{ from: 0, to: 24 }],
  ],
  ["a break", { ...none, "4": [{ from: "12:00", until: "13:00" }] }, "4", [{ from: 12, to: 13 }]],
] as const)("%s", (_, days, day, bars) => {
  expect(barsOf(days as never, day)).toEqual(bars);
});
