import type { Logger } from "pino";

/** The part of the server's log that the database needs; tests pass a silent one. */
export type DatabaseLog = Pick<Logger, "info" | "warn" | "error">;
