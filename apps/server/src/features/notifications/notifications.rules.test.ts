import { expect, test } from "vitest";
import { decide, fromCursor, toCursor, type Reason } from "./notifications.rules.ts";

const no = false;
const yes = true;

// Of each combination the first that is so decides (rules-notifications 12).
test.each<[isActor: boolean, mayOpen: boolean, isOn: boolean, app: Reason, mail: Reason]>([
  [no, yes, yes, "SENT", "EMAIL_WAIT"],
  [no, yes, no, "CHANNEL_OFF", "CHANNEL_OFF"],
  [no, no, yes, "NO_ACCESS", "NO_ACCESS"],
  [no, no, no, "NO_ACCESS", "NO_ACCESS"],
  [yes, yes, yes, "OWN_ACTION", "OWN_ACTION"],
  [yes, yes, no, "OWN_ACTION", "OWN_ACTION"],
  [yes, no, yes, "OWN_ACTION", "OWN_ACTION"],
  [yes, no, no, "OWN_ACTION", "OWN_ACTION"],
])("own: %s, open: %s, on: %s: %s in the app, %s by mail", (isActor, mayOpen, isOn, app, mail) => {
  const situation = { isActor, mayOpen, isOn, priority: "HIGH" } as const;
  expect(decide({ ...situation, channel: "IN_APP" }).reason).toBe(app);
  expect(decide({ ...situation, channel: "EMAIL" }).reason).toBe(mail);
  const isSkipped = isActor || !mayOpen || !isOn;
  const urgent = decide({ ...situation, priority: "URGENT", channel: "EMAIL" });
  expect(urgent).toEqual(
    isSkipped ? { result: "skip", reason: mail } : { result: "send", reason: "URGENT" },
  );
});

test("a cursor names its place, and anything else names none", () => {
  const place = { updatedAt: new Date(1_790_000_000_123), id: crypto.randomUUID() };
  expect(fromCursor(toCursor(place))).toEqual(place);
  for (const text of ["", "0", "0_0", `${toCursor(place)}0`, `-1_${place.id}`])
    expect(fromCursor(text)).toBeUndefined();
});
