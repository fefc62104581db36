import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ensureNatsServer, findNatsServer } from "../../setup/nats-server.mjs";

let folder: string;

/** A program that answers like a NATS server, or not, when it is asked for its version. */
function writeProgram(answer: string): string {
  const path = join(folder, "server");
  writeFileSync(path, `#!/bin/sh\n${answer}\n`);
  chmodSync(path, 0o755);
  return path;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "colbin-nats-"));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe("the program that NATS_SERVER_BIN names", () => {
  test("is taken when it says that it is a nats-server", () => {
    const path = writeProgram('echo "nats-server: v2.9.10"');
    vi.stubEnv("NATS_SERVER_BIN", path);
    expect(findNatsServer()).toBe(path);
    expect(ensureNatsServer()).toBe(path);
  });

  test.each([
    ["is another program", 'echo "redis-server 8"'],
    ["does not run", 'echo "nats-server: v2.9.10"; exit 127'],
  ])("is refused when it %s, and no other takes its place", (_, answer) => {
    vi.stubEnv("NATS_SERVER_BIN", writeProgram(answer));
    expect(findNatsServer()).toBeUndefined();
    expect(() => ensureNatsServer()).toThrow(
      /^NATS_SERVER_BIN is .*server, which is no nats-server/,
    );
  });
});
