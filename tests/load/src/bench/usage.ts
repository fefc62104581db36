import { readdirSync, readFileSync } from "node:fs";

/* What a process has used, as the kernel counts it. */

/** Seconds of processor, of a server's process and of its PostgreSQL with all backends. */
export interface CpuReading {
  readonly serverS: number;
  readonly databaseS: number;
}

/** Used between two readings. */
export function cpuBetween(begin: CpuReading, end: CpuReading): CpuReading {
  return {
    serverS: end.serverS - begin.serverS,
    databaseS: end.databaseS - begin.databaseS,
  };
}

/** Ticks of the kernel's clock in a second, as /proc reports them on every Linux. */
const TICKS_PER_S = 100;
const KIB = 1024;

/** Seconds of processor that a process has used itself, in user and kernel mode. */
export function readCpuS(pid: number): number {
  const fields = readStat(pid);
  return (Number(fields[UTIME]) + Number(fields[UTIME + 1])) / TICKS_PER_S;
}

/** As above with its living children and the ended ones that it has buried: a PostgreSQL with all its backends. */
export function readTreeCpuS(pid: number): number {
  const fields = readStat(pid);
  const own = [0, 1, 2, 3].reduce((sum, place) => sum + Number(fields[UTIME + place]), 0);
  return (
    own / TICKS_PER_S +
    listChildren(pid).reduce((sum, child) => sum + tryRead(() => readTreeCpuS(child)), 0)
  );
}

/** Seconds of processor that everything on this machine has used. */
export function readBusyS(): number {
  return readMachineTicks().busy / TICKS_PER_S;
}

/** Ticks of all cores since the start of the machine. */
export function readMachineTicks(): { readonly busy: number; readonly total: number } {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const total = ticks.reduce((sum, each) => sum + each, 0);
  // Fourth and fifth are idle and waiting for the disk.
  return { total, busy: total - (ticks[3] ?? 0) - (ticks[4] ?? 0) };
}

/** Resident memory in bytes. */
export function readRssBytes(pid: number): number {
  return readMemory(pid, "VmRSS");
}

/** The most that was resident since the process began, in bytes. */
export function readPeakBytes(pid: number): number {
  return readMemory(pid, "VmHWM");
}

function readMemory(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) * KIB;
}

/** Places among the fields that follow the name of the program. */
const PPID = 1;
const UTIME = 11;

/** The name of the program may hold spaces and brackets; what counts stands after its end. */
function readStat(pid: number): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** Not every kernel lists the children of a process, so all are asked who their parent is. */
function listChildren(pid: number): number[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((each) => tryRead(() => Number(readStat(each)[PPID])) === pid);
}

/** A process may end between the list and the look. */
function tryRead(read: () => number): number {
  try {
    return read();
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code === "ENOENT" || code === "ESRCH") return 0;
    throw error;
  }
}
