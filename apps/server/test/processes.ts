import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";

/** True while the process runs; one that ended but was not collected by its parent does not count. */
export function isAlive(pid: number): boolean {
  if (process.platform !== "linux") return ps(pid, "pid") !== "";
  return existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
}

/** The account that a process runs as. */
export function ownerOf(pid: number): number {
  return process.platform === "linux" ? statSync(`/proc/${pid}`).uid : Number(ps(pid, "uid"));
}

function ps(pid: number, column: string): string {
  return spawnSync("ps", ["-p", String(pid), "-o", `${column}=`], {
    encoding: "utf8",
  }).stdout.trim();
}
