import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ensureChromium, findChromium } from "../../setup/chromium.mjs";

let folder: string;

/** A program that answers like a browser, or not, when it is asked for its version. */
function writeProgram(answer: string): string {
  const path = join(folder, "browser");
  writeFileSync(path, `#!/bin/sh\n${answer}\n`);
  chmodSync(path, 0o755);
  return path;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "colbin-browser-"));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe("the program that CHROMIUM_PATH names", () => {
  test.each(["Chromium 156.0.1 built on Debian", "Google Chrome 156.0.1"])(
    "is taken when it says that it is %s",
    (version) => {
      const path = writeProgram(`echo "${version}"`);
      vi.stubEnv("CHROMIUM_PATH", path);
      expect(findChromium()).toBe(path);
      expect(ensureChromium()).toBe(path);
    },
  );

  test.each([
    ["is another program", 'echo "Firefox 150"'],
    ["does not run", 'echo "Chromium 156"; exit 127'],
  ])("is refused when it %s, and no other browser takes its place", (_, answer) => {
    vi.stubEnv("CHROMIUM_PATH", writeProgram(answer));
    expect(findChromium()).toBeUndefined();
    expect(() => ensureChromium()).toThrow(/^CHROMIUM_PATH is .*browser, which is no Chromium/);
  });
});
