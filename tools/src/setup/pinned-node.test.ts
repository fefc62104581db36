import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { explainNodeFailure, pinnedPaths } from "../../setup/pinned-node.mjs";
import { chromium, howToInstall, libatomic } from "../../setup/system-packages.mjs";

const lockfile = JSON.parse(
  readFileSync(new URL("../../../package-lock.json", import.meta.url), "utf8"),
) as { packages: Record<string, { os?: string | string[]; cpu?: string | string[] }> };

describe("the pinned Node and PostgreSQL", () => {
  test.each([
    ["linux", "x64"],
    ["linux", "arm64"],
    ["darwin", "x64"],
    ["darwin", "arm64"],
    ["win32", "x64"],
  ])("of %s-%s are packages of the lockfile for that platform", (platform, arch) => {
    for (const path of Object.values(pinnedPaths(platform, arch))) {
      const name = Object.keys(lockfile.packages)
        .filter((each) => each !== "" && path.replaceAll("\\", "/").startsWith(`${each}/`))
        .join();
      const entry = lockfile.packages[name];
      expect([entry?.os, entry?.cpu].flat()).toEqual([platform, arch]);
    }
  });

  test("are missing elsewhere, and the sentence names the platforms that have them", () => {
    expect(() => pinnedPaths("linux", "ppc64")).toThrow(
      "There is no pinned Node for linux-ppc64. Colbin runs on linux-x64, linux-arm64,",
    );
  });

  test("that find no glibc say so", () => {
    expect(explainNodeFailure("node", "spawn node ENOENT")).toContain("needs glibc");
    expect(explainNodeFailure("node", "version `GLIBC_2.28' not found")).toContain("needs glibc");
  });

  test("that are broken in another way show how, and a way out", () => {
    const sentence = explainNodeFailure("node", "Exec format error");
    expect(sentence).toContain("Exec format error");
    expect(sentence).toContain("Delete node_modules");
  });
});

describe("a missing system package", () => {
  test("is one command on a system whose package manager we know", () => {
    expect(howToInstall(libatomic, "apt-get", "sudo ")).toBe(
      "The pinned Node needs the library libatomic.so.1. Run this, then the command again:\n" +
        "  sudo apt-get install -y libatomic1",
    );
    expect(howToInstall(libatomic, "dnf", "")).toContain("\n  dnf install -y libatomic");
  });

  test("is a sentence elsewhere", () => {
    expect(howToInstall(chromium, undefined, "sudo ")).toBe(
      "The browser tests need a Chromium. Install Chromium or Chrome, or set CHROMIUM_PATH to the program, " +
        "then run the command again.",
    );
  });
});
