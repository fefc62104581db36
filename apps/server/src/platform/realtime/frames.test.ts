import { describe, expect, test } from "vitest";
import { AppError } from "../app-error.ts";
import { toErrorFrame, toTextFrame, withRequestId } from "./frames.ts";

/** The payload of a frame as RFC 6455 writes it. */
function readText(frame: Buffer): string {
  expect(frame[0]).toBe(0x81);
  const short = frame[1] ?? 0;
  const [start, length] =
    short < 126
      ? [2, short]
      : short === 126
        ? [4, frame.readUInt16BE(2)]
        : [10, Number(frame.readBigUInt64BE(2))];
  expect(frame).toHaveLength(start + length);
  return frame.toString("utf8", start);
}

describe("a frame", () => {
  test.each([0, 1, 125, 126, 127, 65_535, 65_536, 70_000])("of %i bytes is whole", (length) => {
    const text = "a".repeat(length);
    expect(readText(toTextFrame(text))).toBe(text);
  });

  test("counts bytes, not characters", () => {
    const text = "日本語🙂".repeat(20);
    expect(readText(toTextFrame(text))).toBe(text);
  });

  test("of a sender says the same as everybody's, and the request id beside it", () => {
    const text = JSON.stringify({ type: "SERVER_ROOM_EVENT", seq: 3 });
    expect(JSON.parse(withRequestId(text, 'quote"d'))).toEqual({
      type: "SERVER_ROOM_EVENT",
      seq: 3,
      requestId: 'quote"d',
    });
  });
});

describe("a refusal on the channel", () => {
  test("carries the code of the channel where it differs, and the request id", () => {
    expect(toErrorFrame(new AppError("ROOM_NOT_FOUND"), "r")).toEqual({
      type: "SERVER_MULTI_ROOM_ERROR",
      requestId: "r",
      code: "MULTI_ROOM_NOT_FOUND",
      message: "Room not found",
      status: 404,
      details: {},
      retryable: false,
    });
  });

  test("that is worth another try always says when", () => {
    expect(toErrorFrame(new AppError("DB_UNAVAILABLE"))).toMatchObject({
      retryable: true,
      retryAfterMs: 1_000,
    });
    const limited = new AppError("RATE_LIMITED", { retryAfterMs: 20.5 });
    expect(toErrorFrame(limited)).toMatchObject({ retryable: true, retryAfterMs: 21 });
  });
});
