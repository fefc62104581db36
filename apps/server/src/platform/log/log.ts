import { pino, type DestinationStream, type Logger, type LoggerOptions } from "pino";
import type { Config } from "../../config.ts";
import { CENSORED, redactObject, redactText, secretFields } from "./redaction.ts";
import { toTextLine } from "./text-lines.ts";

export type { Logger } from "pino";

/*
 * One JSON line per happening on standard output, or a line of text for a person. Everything that is logged passes through the
 * redaction, so that no call site can forget it.
 */

type LogConfig = Pick<Config, "logLevel" | "logFormat">;

/** Whether a person reads what the process says; else it is read by a program. */
export function isForPeople({ logFormat }: Pick<Config, "logFormat">): boolean {
  return logFormat === "text" || (logFormat === "auto" && process.stdout.isTTY);
}

/** The log of the process; every line that leaves it is redacted. */
export function createLog(
  config: LogConfig,
  destination: DestinationStream | undefined = isForPeople(config) ? terminal : undefined,
): Logger {
  const options: LoggerOptions = {
    // A person wants to know what is wrong, not every step.
    level: config.logLevel ?? (isForPeople(config) ? "warn" : "info"),
    // The machine's name says nothing to a person who reads the log of one server.
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      level: (label) => ({ level: label }),
      log: (entry) => redactObject(entry),
    },
    // What a child logger carries passes no formatter.
    redact: { paths: [...secretFields], censor: CENSORED },
    // The redaction has already turned errors into plain objects.
    serializers: { err: (error: unknown) => error, msg: redactMessage },
  };
  return destination ? pino(options, destination) : pino(options);
}

const terminal: DestinationStream = {
  write: (line) => void process.stdout.write(toTextLine(line)),
};

function redactMessage(message: unknown): unknown {
  return typeof message === "string" ? redactText(message) : message;
}
