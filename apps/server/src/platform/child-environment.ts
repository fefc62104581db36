import type { SpawnOptions } from "node:child_process";

/** Messages in English, times in UTC, and no PG* variable of the operator's shell. Windows programs need the whole environment. */
export function childEnvironment(
  more: Readonly<Record<string, string>> = {},
): Pick<SpawnOptions, "env"> {
  return process.platform === "win32" ? {} : { env: { LC_ALL: "C", TZ: "UTC", ...more } };
}
