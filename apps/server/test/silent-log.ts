import type { DatabaseLog } from "#server/platform/db/database-log.ts";

/** A log that keeps quiet. */
export const silentLog: DatabaseLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
