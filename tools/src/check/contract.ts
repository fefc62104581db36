import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildOpenApi } from "../../../apps/server/src/platform/http/openapi.ts";
import type { Outcome } from "./check.ts";
import { linesOf, runNode, type Finished } from "./node-program.ts";
import type { Repository } from "./repository.ts";

/** The specification as data lies beside the repository where Colbin is made, and is no part of it. */
const CONTRACT_TOOL = "../shared/tools/check-contract.mjs";
const NOT_HERE: Outcome = {
  findings: [],
  notRun: "the specification is not beside this repository",
};

/** Every enumeration of the specification is in the protocol, value by value. */
export async function checkEnumerations({ root }: Repository): Promise<Outcome> {
  if (!existsSync(join(root, CONTRACT_TOOL))) return NOT_HERE;
  return judge(await runNode(root, [CONTRACT_TOOL, "enums", "packages/protocol/src"]));
}

/** Every call that is there has the fields that the specification names for it. */
export async function checkCalls({ root }: Repository): Promise<Outcome> {
  if (!existsSync(join(root, CONTRACT_TOOL))) return NOT_HERE;
  const folder = mkdtempSync(join(tmpdir(), "colbin-openapi-"));
  const document = join(folder, "openapi.json");
  writeFileSync(document, JSON.stringify(buildOpenApi("Colbin")));
  try {
    return judge(await runNode(root, [CONTRACT_TOOL, "calls", document, "--existing"]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The lines of the tool that are no success. */
export function judge({ code, output }: Finished): Outcome {
  const lines = linesOf(output);
  const findings = lines.filter((line) => !/^ok |^\d+ passed/.test(line));
  if (code !== 0 && findings.length === 0) findings.push(`ended with code ${code}`);
  return { findings, extent: lines.at(-1) ?? "" };
}

const GENERATORS = [
  { document: "docs/operations/configuration.md", generator: "tools/src/config-docs.ts" },
  { document: "docs/api.md", generator: "tools/src/api-docs.ts" },
] as const;

/** A generated document is what its generator writes now. A document without generator, or the reverse, is a finding. */
export async function checkGeneratedDocs({ root, paths }: Repository): Promise<Outcome> {
  const findings: string[] = [];
  let checked = 0;
  for (const { document, generator } of GENERATORS) {
    const [hasDocument, hasGenerator] = [paths.includes(document), paths.includes(generator)];
    if (!hasDocument && !hasGenerator) continue;
    checked += 1;
    if (!hasGenerator) findings.push(`${document} has no generator ${generator}`);
    else if (!hasDocument) findings.push(`${document} is missing: node ${generator}`);
    else {
      const { code, output } = await runNode(root, [generator, "--check"]);
      if (code !== 0) findings.push(`${document} is stale: node ${generator}`, ...linesOf(output));
    }
  }
  return { findings, extent: `${checked} documents` };
}
