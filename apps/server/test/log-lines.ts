import { createLog, type Logger } from "#server/platform/log/log.ts";

/** A log whose lines a test can read, exactly as they would have been written. */
export interface LogLines {
  readonly log: Logger;
  /** As text, for "this is nowhere". */
  readonly text: () => string;
  /** As objects, for "this was said". */
  readonly entries: () => readonly Readonly<Record<string, unknown>>[];
}

/** Keeps everything from debug on. */
export function captureLog(): LogLines {
  const lines: string[] = [];
  const config = { logLevel: "debug", logFormat: "json" } as const;
  const log = createLog(config, { write: (line) => void lines.push(line) });
  return {
    log,
    text: () => lines.join(""),
    entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
