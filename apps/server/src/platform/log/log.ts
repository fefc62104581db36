import { pino, type DestinationStream, type Logger, type LoggerOptions } from "pino";
import type { Config } from "../../config.ts";
import { CENSORED, redactObject, redactText, secretFields } from "./redaction.ts";

export type { Logger } from "pino";

/*
 * One JSON line per happening on standard output. Everything that is logged passes through the redaction, so that no
 * call site can forget it.
 */

/** The log of the process; every line that leaves it is redacted. */
export function createLog(
  config: Pick<Config, "logLevel">,
  destination?: DestinationStream,
): Logger {
  const options: LoggerOptions = {
    level: config.logLevel,
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

function redactMessage(message: unknown): unknown {
  return typeof message === "string" ? redactText(message) : message;
}
