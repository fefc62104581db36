import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashOfSources } from "../../setup/web-build.mjs";

let root: string;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function hash(): string {
  return hashOfSources(root, ["web", "lockfile"]);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "colbin-sources-"));
  write("web/src/main.ts", "one");
  write("web/src/page.ts", "two");
  write("lockfile", "three");
});

afterEach(() => rmSync(root, { recursive: true }));

describe("the hash of the sources", () => {
  test("is the same when a file is written again with the same text", () => {
    const before = hash();
    write("web/src/main.ts", "one");
    expect(hash()).toBe(before);
  });

  test.each([
    ["a text changes", () => write("web/src/main.ts", "changed")],
    ["a file is added", () => write("web/src/deep/new.ts", "")],
    ["a file is removed", () => rmSync(join(root, "web/src/page.ts"))],
    [
      "a file is renamed",
      () => renameSync(join(root, "web/src/page.ts"), join(root, "web/src/q.ts")),
    ],
    ["a single file of the list changes", () => write("lockfile", "changed")],
    [
      "two files swap their texts",
      () => {
        write("web/src/main.ts", "two");
        write("web/src/page.ts", "one");
      },
    ],
  ])("is another when %s", (_, change) => {
    const before = hash();
    change();
    expect(hash()).not.toBe(before);
  });

  test("does not know tests, installed packages and what was built", () => {
    const before = hash();
    write("web/src/main.test.ts", "");
    write("web/node_modules/react/index.js", "");
    write("web/dist/index.html", "");
    expect(hash()).toBe(before);
  });
});
