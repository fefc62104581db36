import { i18n } from "@lingui/core";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { formatClockDigits, formatDate } from "./dates.ts";

const evening = new Date(2026, 10, 22, 21, 5);

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));
afterEach(() => void vi.unstubAllGlobals());

function readIn(...languages: string[]): void {
  vi.stubGlobal("navigator", { languages });
}

test("the clock is the reader's own, of 12 hours or of 24", () => {
  readIn("en-US");
  expect(formatDate(evening, "clock")).toMatch(/^9:05\sPM$/);
  readIn("en-GB", "en-US");
  expect(formatDate(evening, "clock")).toBe("21:05");
});

test("its digits alone leave the half of the day away", () => {
  readIn("en-US");
  expect(formatClockDigits(evening)).toBe("9:05");
  readIn("en-GB");
  expect(formatClockDigits(evening)).toBe("21:05");
});
