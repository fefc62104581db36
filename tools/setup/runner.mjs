// From a task's name to its process: set up what it needs, then run it on the pinned Node.
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureChromium } from "./chromium.mjs";
import { ensurePackages } from "./packages.mjs";
import { ensurePinnedNode } from "./pinned-node.mjs";
import { run } from "./process.mjs";
import { clamd, ensureProgram, nats } from "./programs.mjs";
import { SetupError } from "./report.mjs";
import { listOfTasks, tasks } from "./tasks.mjs";
import { ensureWebBuild } from "./web-build.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Runs one task to its end and takes over its exit code; a failed set-up is a sentence and exit code 1.
 * @param {string[]} argv
 */
export async function main([name, ...args]) {
  try {
    const task = Object.hasOwn(tasks, name ?? "") ? tasks[name ?? ""] : undefined;
    if (task === undefined) throw new SetupError(listOfTasks(name));
    process.exitCode = await runTask(task, args);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    // The last line of `npm test` is its result, whatever happened.
    if (name === "test") process.stdout.write("0 passed, 1 failed\n");
  }
}

/**
 * @param {import("./tasks.mjs").Task} task
 * @param {string[]} args
 */
async function runTask(task, args) {
  await ensurePackages(root);
  const node = ensurePinnedNode(root);
  /** @type {NodeJS.ProcessEnv} */
  const env = withFolderFirst(process.env, dirname(node));
  if (task.nodeEnv) env["NODE_ENV"] = task.nodeEnv;
  if (task.chromium) env["CHROMIUM_PATH"] = ensureChromium();
  if (task.nats) env[nats.variable] = ensureProgram(nats);
  if (task.clamd) env[clamd.variable] = ensureProgram(clamd);
  if (task.web) await ensureWebBuild(root, node, env);
  const [program = "", ...own] = task.run;
  const { code } = await run(node, [join(root, program), ...own, ...args], { cwd: root, env });
  return code;
}

/**
 * The environment with one folder first in PATH, whatever the letter case of its name (Windows: Path).
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder
 * @returns {NodeJS.ProcessEnv}
 */
export function withFolderFirst(env, folder) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  return { ...env, [name]: env[name] ? `${folder}${delimiter}${env[name]}` : folder };
}
