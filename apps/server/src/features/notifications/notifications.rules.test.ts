import { expect, test } from "vitest";
import { decide } from "./decision.rules.ts";
import { fromCursor, toCursor } from "./notifications.rules.ts";

/** In this order (rules-notifications 12). */
const refusals = [
  [{ isActor: true }, "OWN_ACTION"],
  [{ mayOpen: false }, "NO_ACCESS"],
  [{ isBlocked: true }, "BLOCKED"],
  [{ isOn: false }, "CHANNEL_OFF"],
] as const;
const wanted = { isActor: false, mayOpen: true, isBlocked: false, isOn: true } as const;
const combinations = Array.from({ length: 2 ** refusals.length }, (_, bits) =>
  refusals.filter((_each, index) => (bits >> index) % 2 === 1),
);

test("of every combination the first refusal decides; without one it is sent, by mail after a while", () => {
  for (const chosen of combinations) {
    const about = Object.assign({}, wanted, ...chosen.map(([fact]) => fact)) as typeof wanted;
    const skipped = chosen[0] && { result: "skip", reason: chosen[0][1] };
    const high = { ...about, priority: "HIGH" } as const;
    expect(decide({ ...high, channel: "IN_APP" })).toEqual(
      skipped ?? { result: "send", reason: "SENT" },
    );
    expect(decide({ ...high, channel: "EMAIL" })).toEqual(
      skipped ?? { result: "hold", reason: "EMAIL_WAIT" },
    );
    expect(decide({ ...about, priority: "URGENT", channel: "EMAIL" })).toEqual(
      skipped ?? { result: "send", reason: "URGENT" },
    );
  }
});

test("a cursor names its place, and anything else names none", () => {
  const place = { updatedAt: new Date(1_790_000_000_123), id: crypto.randomUUID() };
  expect(fromCursor(toCursor(place))).toEqual(place);
  for (const text of ["", "0", "0_0", `${toCursor(place)}0`, `-1_${place.id}`])
    expect(fromCursor(text)).toBeUndefined();
});
