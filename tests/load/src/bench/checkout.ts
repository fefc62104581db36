import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../../..", import.meta.url));

/** Checks a commit out beside this checkout and installs it, for as long as the work takes; nothing of it stays behind. */
export async function withCheckout<T>(
  commit: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const parent = await mkdtemp(join(tmpdir(), "colbin-commit-"));
  const folder = join(parent, "colbin");
  try {
    await run("git", ["worktree", "add", "--quiet", "--detach", folder, commit], repository);
    await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
    return await work(folder);
  } finally {
    await rm(parent, { recursive: true, force: true });
    await run("git", ["worktree", "prune"], repository);
  }
}

/** What it says goes to the errors: the output is a table. */
async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ["ignore", 2, 2] });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with code ${String(code)}`);
}
