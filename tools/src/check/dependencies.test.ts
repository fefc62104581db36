import { expect, it } from "vitest";
import { checkDependencies } from "./dependencies.ts";
import { repositoryOf } from "./repository.ts";

function findingsFor(version: string, locked: object): readonly string[] {
  const manifest = JSON.stringify({ dependencies: { thing: version } });
  const lockfile = JSON.stringify({ packages: { "node_modules/thing": locked } });
  const files = { "apps/server/package.json": manifest, "package-lock.json": lockfile };
  return checkDependencies(repositoryOf(files)).findings;
}

it.each(["1.2.3", "18.4.0-beta.17"])("accepts the exact version %s", (version) => {
  expect(findingsFor(version, { license: "MIT" })).toEqual([]);
});

it.each(["^1.2.3", "~1.2.3", "1.x", "latest", "*", ">=1.2.3", "github:a/b"])(
  "refuses the version %s",
  (version) => {
    expect(findingsFor(version, { license: "MIT" })).toHaveLength(1);
  },
);

it.each([
  { license: "Apache-2.0" },
  { license: "(MIT OR GPL-3.0-only)" },
  { license: "MIT AND ISC" },
  { license: "MPL-2.0", dev: true },
])("accepts the licence of %o", (locked) => {
  expect(findingsFor("1.2.3", locked)).toEqual([]);
});

it.each([
  {},
  { license: "GPL-3.0-only" },
  { license: "AGPL-3.0-only", dev: true },
  { license: "MIT AND GPL-3.0-only" },
  { license: "MPL-2.0" },
  { license: "LGPL-3.0-or-later" },
  { license: "SEE LICENSE IN LICENSE" },
])("refuses the licence of %o", (locked) => {
  expect(findingsFor("1.2.3", locked)).toHaveLength(1);
});
