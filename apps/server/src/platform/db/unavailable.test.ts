import { describe, expect, test } from "vitest";
import { isUnavailable } from "./unavailable.ts";

function withCode(code: string, more: object = {}): Error {
  return Object.assign(new Error("anything"), { code, ...more });
}

describe("the database is unavailable", () => {
  test.each([
    "ECONNREFUSED",
    "ECONNRESET",
    "EPIPE",
    "08006",
    "57P01",
    "57P02",
    "57P03",
    "53300",
    "53100",
    "40001",
    "40P01",
    "55P03",
    "57014",
  ])("by code %s", (code) => {
    expect(isUnavailable(withCode(code))).toBe(true);
  });

  test.each([
    "Connection terminated unexpectedly",
    "timeout exceeded when trying to connect",
    "Client has encountered a connection error and is not queryable",
    "Cannot use a pool after calling end on the pool",
  ])("by the driver's words: %s", (message) => {
    expect(isUnavailable(new Error(message))).toBe(true);
  });

  test("when its socket is missing, but not when some file is", () => {
    expect(isUnavailable(withCode("ENOENT", { syscall: "connect" }))).toBe(true);
    expect(isUnavailable(withCode("ENOENT", { syscall: "open" }))).toBe(false);
  });

  test("also as the cause of another error, or one of several", () => {
    const lost = withCode("ECONNREFUSED");
    expect(isUnavailable(new Error("sending failed", { cause: lost }))).toBe(true);
    expect(isUnavailable(new AggregateError([new Error("x"), lost]))).toBe(true);
  });

  test.each([
    withCode("23505"),
    withCode("42601"),
    new Error("anything"),
    "ECONNREFUSED",
    undefined,
  ])("not by %s", (error) => {
    expect(isUnavailable(error)).toBe(false);
  });
});
