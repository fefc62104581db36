import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { schema } from "./schema.ts";
import { SCHEMA_VERSION } from "./version.ts";

/** The names of each number: a line is added, and none is changed once a release had it. */
const fingerprints: Readonly<Record<number, string>> = {
  1: "229b56a454ccdc82",
};

test("documents with another node, mark or attribute have another number", () => {
  const names = [...Object.values(schema.nodes), ...Object.values(schema.marks)]
    .map(
      ({ name, spec }) =>
        `${name}(${Object.keys(spec.attrs ?? {})
          .toSorted()
          .join()})`,
    )
    .toSorted();
  const fingerprint = createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 16);
  expect(Math.max(...Object.keys(fingerprints).map(Number))).toBe(SCHEMA_VERSION);
  expect(fingerprints[SCHEMA_VERSION]).toBe(fingerprint);
});
