import { ApiError } from "@colbin/client";
import { errorDefinition, errorMessage, isErrorCode } from "@colbin/protocol";
import { expect, test } from "vitest";
import { errorText, learnErrorTexts, ownErrorTexts } from "./error-text.ts";
import { errorTexts } from "./texts.ts";

const details = {
  title: "Nordlicht",
  retryAfterMs: 4500,
  n: 4,
  days: 5,
  hours: 6,
  length: 12,
  min: 3,
  max: 10,
};

learnErrorTexts(errorTexts);

test.each(Object.keys({ ...ownErrorTexts, ...errorTexts }))(
  "%s says in English what the server says",
  (code) => {
    if (!isErrorCode(code)) throw new Error("The protocol does not know it");
    const { status } = errorDefinition(code);
    expect(errorText(new ApiError({ code, message: "server", status, details }))).toBe(
      errorMessage(code, details),
    );
  },
);

test("one second is one", () => {
  const limited = { code: "RATE_LIMITED", message: "server", status: 429 };
  expect(errorText(new ApiError({ ...limited, details: { retryAfterMs: 1 } }))).toBe(
    "Too many requests. Please try again in 1 second.",
  );
});

test("the server speaks where this page does not know the code, or not enough for its sentence", () => {
  for (const code of ["NEWER_THAN_THE_PAGE", "RATE_LIMITED", "constructor"])
    expect(errorText(new ApiError({ code, message: "Wait a bit", status: 429, details: {} }))).toBe(
      "Wait a bit",
    );
});

test("what is no answer of the server shows nothing of the program", () => {
  for (const cause of [new TypeError("x is undefined"), "text", undefined])
    expect(errorText(cause)).toBe("An error occurred");
});
