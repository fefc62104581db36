import { expect, it } from "vitest";
import { anchorsOf, checkDocs } from "./docs.ts";
import { repositoryOf } from "./repository.ts";

function findingsFor(files: Readonly<Record<string, string>>): readonly string[] {
  return checkDocs(repositoryOf(files)).findings;
}

it("follows links to files, folders, headings and pictures", () => {
  const text = [
    "# Colbin",
    "[the map](ARCHITECTURE.md#who-may-see-what) [records](docs/adr) [up](#colbin)",
    "[web](https://example.org/x) ![look](docs/look.png)",
    "`[not a link](nowhere.md)`",
    "```",
    "[nor this](nowhere.md)",
    "```",
  ].join("\n");
  const files = {
    "ARCHITECTURE.md": "## Who may see what?",
    "docs/adr/README.md": "",
    "docs/look.png": "",
  };
  expect(findingsFor({ ...files, "README.md": text })).toEqual([]);
});

it.each([
  ["[x](missing.md)", "README.md:1 links to missing.md, which is not there"],
  ["\n[x](#missing)", "README.md:2 links to #missing, and README.md has no such heading"],
  ['<img src="docs/missing.png">', "README.md:1 links to docs/missing.png, which is not there"],
  ["[x]: docs/missing.md", "README.md:1 links to docs/missing.md, which is not there"],
])("finds the broken link in %s", (text, finding) => {
  expect(findingsFor({ "README.md": text })).toEqual([finding]);
});

it("numbers the anchors of headings that repeat", () => {
  expect([...anchorsOf("# Set-up: a `start`\n## Why\n## Why")]).toEqual([
    "set-up-a-start",
    "why",
    "why-1",
  ]);
});

it("keeps the README short", () => {
  expect(findingsFor({ "README.md": "line\n".repeat(120) })).toEqual([]);
  expect(findingsFor({ "README.md": "line\n".repeat(121) })).toHaveLength(1);
});

it("wants decision records whole, short and numbered", () => {
  const whole = "# 1. Ids\n## Context\n## Decision\n## Consequences\n## Status\n";
  expect(findingsFor({ "docs/adr/0001-ids.md": whole })).toEqual([]);
  expect(findingsFor({ "docs/adr/0001-ids.md": whole.replace("## Status\n", "") })).toHaveLength(1);
  expect(findingsFor({ "docs/adr/0001-ids.md": whole + "line\n".repeat(60) })).toHaveLength(1);
  expect(findingsFor({ "docs/adr/ids.md": whole })).toHaveLength(1);
});
