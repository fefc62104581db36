import type { Outcome } from "./check.ts";
import { linesOf, runNode } from "./node-program.ts";
import { isSourcePath, type Repository } from "./repository.ts";

export const OXLINT = "node_modules/oxlint/bin/oxlint";

/** A program that fails without a word must not pass for one without findings. */
function outcomeOf(code: number, findings: readonly string[], extent: string): Outcome {
  const isSilent = code !== 0 && findings.length === 0;
  return {
    findings: isSilent ? [`the program ended with code ${code} and said nothing`] : findings,
    extent,
  };
}

export async function checkFormat({ root, paths }: Repository): Promise<Outcome> {
  const { code, output } = await runNode(root, [
    "node_modules/oxfmt/bin/oxfmt",
    "--list-different",
    ".",
  ]);
  const findings = linesOf(output).map((line) =>
    paths.includes(line) ? `${line} is not formatted: npm run format` : line,
  );
  return outcomeOf(code, findings, "all but Markdown and what is generated");
}

/** Runs all rules, those that need types too; a warning fails like an error. */
export async function checkLint(repository: Repository): Promise<Outcome> {
  const { code, output } = await runNode(repository.root, [
    OXLINT,
    "--deny-warnings",
    "--format=unix",
    ".",
  ]);
  const findings = code === 0 ? [] : linesOf(output);
  return outcomeOf(code, findings, `${repository.paths.filter(isSourcePath).length} files`);
}

/** One compiler run for each tsconfig, two at a time; the base is only extended. */
export async function checkTypes({ root, paths }: Repository): Promise<Outcome> {
  const projects = paths.filter((path) => /(^|\/)tsconfig(\.(?!base)[a-z]+)?\.json$/.test(path));
  const findings: string[] = [];
  const work = projects.values();
  const compile = async (): Promise<void> => {
    for (const project of work) {
      const args = ["node_modules/typescript/bin/tsc", "--pretty", "false", "-p", project];
      const { code, output } = await runNode(root, args);
      findings.push(...outcomeOf(code, code === 0 ? [] : linesOf(output), project).findings);
    }
  };
  await Promise.all([compile(), compile()]);
  return { findings, extent: `${projects.length} projects` };
}

export async function checkUnusedCode({ root }: Repository): Promise<Outcome> {
  const { code, output } = await runNode(root, [
    "node_modules/knip/bin/knip.js",
    "--no-progress",
    "--no-config-hints",
    "--reporter=compact",
  ]);
  const lines = linesOf(output).map((line) => line.replace(/^(.+): \1$/, "$1"));
  return outcomeOf(code, code === 0 ? [] : lines, "files, exports and dependencies");
}
