import { spawn } from "node:child_process";

export interface Finished {
  readonly code: number;
  /** Standard output and errors, as they came. */
  readonly output: string;
}

/** Runs a program of ours on the Node that runs this one, and never throws for a failing program. */
export function runNode(
  root: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: "1", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

export function linesOf(output: string): string[] {
  return output.split("\n").filter((line) => line.trim() !== "");
}
