import { styleText } from "node:util";

/*
 * The log as a person reads it in a terminal: time, level and message, and what is known beside them. A line has passed the
 * redaction before.
 */

interface LoggedError {
  readonly message?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

interface Entry {
  readonly level: string;
  readonly time: string;
  readonly msg?: string;
  readonly err?: LoggedError;
  readonly [field: string]: unknown;
}

/** Levels at which somebody has to look for a defect: the stack is shown. */
const grave: ReadonlySet<string> = new Set(["error", "fatal"]);
const colours: Readonly<Record<string, "red" | "yellow" | "dim">> = {
  fatal: "red",
  error: "red",
  warn: "yellow",
  debug: "dim",
  trace: "dim",
};
/** All that moves the cursor or colours: a text of a stranger must not do that to a terminal. */
const controls = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** A JSON line of the log as one line of text; below an error stands its stack. */
export function toTextLine(line: string): string {
  const { level, time, pid: _pid, msg = "", err, ...fields } = JSON.parse(line) as Entry;
  const at = new Date(time).toTimeString().slice(0, 8);
  const shown = colours[level] ? styleText(colours[level], level) : level;
  const known = Object.entries(fields).map(([name, value]) => `${name}=${toValue(value)}`);
  const said = [...new Set([msg, ...listCauses(err)])].map(toPlain).filter((part) => part !== "");
  const stack = grave.has(level) ? (err?.stack ?? "").split("\n").slice(1) : [];
  const first = [at, shown, said.join(": "), ...known.map(toPlain)].join("  ");
  return [first, ...stack.map((frame) => `    ${toPlain(frame.trim())}`), ""].join("\n");
}

function listCauses(err: LoggedError | undefined): string[] {
  return err ? [err.message ?? "", ...listCauses(err.cause)] : [];
}

function toValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function toPlain(text: string): string {
  return text.replaceAll(controls, " ");
}
