import { expect, test } from "vitest";
import { captureLog } from "#test/log-lines.ts";

const jwt = "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";

test("what is called a secret is not written, at any depth and in any spelling", () => {
  const { log, text, entries } = captureLog();
  log.info(
    {
      headers: {
        Authorization: `Bearer ${jwt}`,
        cookie: "colbin_refresh=s3cret",
        "Set-Cookie": "s3cret",
      },
      body: { otp: "s3cret", password: "s3cret", nested: [{ refresh_token: "s3cret" }] },
      accessToken: "s3cret",
      config: { DATABASE_URL: "postgres://a:s3cret@db/c", databaseUrl: "s3cret", port: 4000 },
      room: "general",
    },
    "Something happened",
  );
  expect(text()).not.toContain("s3cret");
  expect(text()).not.toContain("eyJ");
  expect(entries()[0]).toMatchObject({ room: "general", config: { port: 4000 } });
});

test("what looks like a secret is not written, wherever it stands in a text", () => {
  const { log, text } = captureLog();
  const token = "wst_0123456789abcdef";
  log.warn(`GET /v1/ws?accessToken=${token}&userId=1 from postgres://colbin:s3cret@db:5432/x`);
  log.warn({ url: `/v1/x?page=2&code=8642&ticket=${token}` }, `used ${jwt}`);
  log.warn({ note: "smtps://mail:s3cret@example.org:465" }, "Authorization: Bearer s3cret");
  log.warn(`The ticket ${token} was used twice`);
  for (const secret of [token, "s3cret", "8642", jwt]) expect(text()).not.toContain(secret);
  expect(text()).toContain("page=2");
  expect(text()).toContain("db:5432");
});

test("an error keeps its message, code, stack and causes, without what is secret in them", () => {
  const { log, entries, text } = captureLog();
  const cause = Object.assign(new Error("connect postgres://a:s3cret@db/x failed"), {
    code: "ECONNREFUSED",
  });
  log.error({ err: new Error("No database", { cause }) }, "Failed");
  expect(entries()[0]?.["err"]).toMatchObject({
    type: "Error",
    message: "No database",
    stack: expect.stringContaining("log.test.ts") as string,
    cause: { code: "ECONNREFUSED" },
  });
  log.error(cause);
  expect(text()).not.toContain("s3cret");
});

test("a code of the error registry may be read, any other code may not", () => {
  const { log, entries } = captureLog();
  log.info({ refusal: { code: "ROOM_NOT_FOUND" }, sent: { code: "8642" } }, "Refused");
  expect(entries()[0]).toMatchObject({
    refusal: { code: "ROOM_NOT_FOUND" },
    sent: { code: "[redacted]" },
  });
});

test("what a child logger carries is redacted, too", () => {
  const { log, text, entries } = captureLog();
  log.child({ requestId: "r-1", token: "s3cret" }).info("Said");
  expect(entries()[0]).toMatchObject({ requestId: "r-1", msg: "Said" });
  expect(text()).not.toContain("s3cret");
});

test("a circle, a huge text and a binary do no harm", () => {
  const { log, entries, text } = captureLog();
  const circle: Record<string, unknown> = { name: "circle" };
  circle["self"] = circle;
  log.info({ circle, huge: "x".repeat(1_000_000), bytes: Buffer.from("s3cret") }, "Odd");
  expect(entries()[0]).toMatchObject({ msg: "Odd", bytes: "[binary]" });
  expect(text().length).toBeLessThan(20_000);
});
