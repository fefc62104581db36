import { expect, test } from "vitest";
import { createLog } from "./log.ts";
import { toTextLine } from "./text-lines.ts";

function write(act: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  const config = { logLevel: "debug", logFormat: "json" } as const;
  act(createLog(config, { write: (line) => void lines.push(line) }));
  return lines.map(toTextLine).join("");
}

test("a warning is one line with its reason and what is known", () => {
  const error = new Error("No answer", { cause: new Error("ECONNREFUSED") });
  const text = write((log) => log.warn({ err: error, roomId: "r-1", tries: 2 }, "The bus is down"));
  expect(text).toMatch(
    /^\d\d:\d\d:\d\d {2}\S*warn\S* {2}The bus is down: No answer: ECONNREFUSED {2}roomId=r-1 {2}tries=2\n$/,
  );
});

test("an error has its stack below, and no secret", () => {
  const text = write((log) => log.error({ err: new Error("postgres://a:s3cret@db") }, "Failed"));
  expect(text).toMatch(/ {2}\S*error\S* {2}Failed: postgres:.*\n {4}at .*text-lines\.test\.ts/);
  expect(text).not.toContain("s3cret");
});

test("a text of a stranger cannot speak to the terminal", () => {
  const text = write((log) =>
    log.warn({ path: "/\u001B]0;x\u0007\u202E" }, "Odd\r\nline\u001B[2J"),
  );
  expect(text).toMatch(/Odd line \[2J {2}path=\/ \]0;x \n$/);
});
