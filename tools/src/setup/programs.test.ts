import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clamd, ensureProgram, findProgram, nats } from "../../setup/programs.mjs";

let folder: string;

/** A program that answers like the wanted one, or not, when it is asked for its version. */
function writeProgram(answer: string): string {
  const path = join(folder, "server");
  writeFileSync(path, `#!/bin/sh\n${answer}\n`);
  chmodSync(path, 0o755);
  return path;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "colbin-program-"));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe.each([
  [nats, "nats-server: v2.9.10"],
  [clamd, "ClamAV 1.4.6/27500/Mon Nov 23"],
])("the program that $variable names", (program, version) => {
  const { name, variable } = program;

  test(`is taken when it says that it is a ${name}`, () => {
    const path = writeProgram(`echo "${version}"`);
    vi.stubEnv(variable, path);
    expect(findProgram(program)).toBe(path);
    expect(ensureProgram(program)).toBe(path);
  });

  test.each([
    ["is another program", 'echo "redis-server 8"'],
    ["does not run", `echo "${version}"; exit 127`],
  ])("is refused when it %s, and no other takes its place", (_, answer) => {
    vi.stubEnv(variable, writeProgram(answer));
    expect(findProgram(program)).toBeUndefined();
    expect(() => ensureProgram(program)).toThrow(
      new RegExp(`^${variable} is .*server, which is no ${name}`),
    );
  });
});
