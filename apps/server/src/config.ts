import { isLoopback, toLocalUrl } from "./config-kinds.ts";
import { listNames, noteOf, schema, type Name, type Variables } from "./config-variables.ts";
import type { Note } from "./config-notes.ts";
import { StartError } from "./platform/start-error.ts";

/* The only reader of the environment. An empty variable counts as not set. */

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<S>;
type Values = { readonly [N in Name as Camel<N>]: Variables[N] };

/** The configuration, checked: OTP_TTL_S is `otpTtlS`, and so on. Nothing else knows the environment. */
export type Config = Omit<Values, "publicUrl" | "otpFailsInstanceDay"> & {
  readonly publicUrl: string;
  readonly otpFailsInstanceDay: number;
};

const DEV_GUESSES_A_DAY = 100;
const RECOMMENDED_OTP_LENGTH = 6;

/** What the generated table and the check of the docs know about one variable. */
export interface VariableDescription extends Note {
  readonly name: string;
  readonly defaultValue: string | undefined;
}

/**
 * Reads and checks the whole configuration. Throws one StartError that names every wrong variable, what is wrong and an
 * example; a value is quoted only when it cannot be a secret.
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const values: Partial<Record<Name, unknown>> = {};
  const problems: string[] = [];
  for (const name of listNames()) {
    const written = environment[name]?.trim();
    const parsed = schema.shape[name].safeParse(written === "" ? undefined : written);
    if (parsed.success) values[name] = parsed.data;
    else
      problems.push(toSentence(name, parsed.error.issues[0]?.message ?? "is not valid", written));
  }
  problems.push(...listContradictions(values as Partial<Variables>));
  if (problems.length > 0)
    throw new StartError(["The configuration is not valid:", ...problems].join("\n  "));
  return toConfig(values as Variables);
}

/** What the operator should know about a valid configuration: a sentence each, for the log. */
export function listAdvice(config: Config): string[] {
  const { otpLength, otpFailsInstanceDay, otpDelivery, publicUrl } = config;
  const isPublic = otpDelivery !== "dev" && !isLoopback(new URL(publicUrl).hostname);
  if (!isPublic || otpLength >= RECOMMENDED_OTP_LENGTH) return [];
  return [
    `OTP_LENGTH=6 is recommended for ${publicUrl}: with codes of ${otpLength} digits, ${otpFailsInstanceDay} wrong ones from anywhere put all unknown devices on sign-in links for a day`,
  ];
}

/** Every variable in the order of the schema, for the generated table. */
export function describeVariables(): VariableDescription[] {
  return listNames().map((name) => {
    const parsed = schema.shape[name].safeParse(undefined);
    const note = noteOf(name);
    const defaultValue =
      note.defaultText ?? (parsed.data === undefined ? undefined : String(parsed.data));
    return { ...note, name, defaultValue };
  });
}

/** Rules between variables. A variable that is itself wrong is absent here and starts no second complaint. */
function listContradictions(values: Partial<Variables>): string[] {
  return [
    ...listMailContradictions(values),
    ...listStoreContradictions(values),
    ...listScanContradictions(values),
  ];
}

/** A variable that another one needs. */
function missing(values: Partial<Variables>, name: Name, reason: string): string[] {
  return name in values && values[name] === undefined
    ? [toSentence(name, `is missing: ${reason}`)]
    : [];
}

function listStoreContradictions(values: Partial<Variables>): string[] {
  if (values.FILES_S3_URL === undefined) return [];
  const reason = "FILES_S3_URL names a bucket";
  return [
    ...missing(values, "FILES_S3_KEY_ID", reason),
    ...missing(values, "FILES_S3_SECRET", reason),
  ];
}

function listScanContradictions(values: Partial<Variables>): string[] {
  const { FILE_SCAN: scan } = values;
  return scan === undefined || scan === "off"
    ? []
    : missing(values, "FILE_SCAN_CLAMD", `FILE_SCAN=${scan} scans there`);
}

function listMailContradictions(values: Partial<Variables>): string[] {
  if (values.OTP_DELIVERY === "smtp") {
    return [
      ...missing(values, "SMTP_URL", "OTP_DELIVERY=smtp sends the codes through it"),
      ...missing(values, "MAIL_FROM", "OTP_DELIVERY=smtp needs a sender"),
    ];
  }
  if (values.OTP_DELIVERY === "webhook")
    return missing(values, "OTP_WEBHOOK_URL", "OTP_DELIVERY=webhook calls it");
  return values.OTP_DELIVERY === "dev" ? listDevRefusals(values) : [];
}

/** Under dev delivery anyone who can open the page can be anyone, so it must be this machine only, or wanted in words. */
function listDevRefusals(values: Partial<Variables>): string[] {
  const reason = values.ALLOW_DEV_OTP === undefined ? findWayIn(values) : undefined;
  if (reason === undefined) return [];
  return [
    `OTP_DELIVERY=dev shows every one-time code on the page, and ${reason}. Use smtp or webhook. Example: OTP_DELIVERY=smtp (to let anyone sign in as anyone, set ALLOW_DEV_OTP=i-understand)`,
  ];
}

/** Why others than programs of this machine may reach the server. */
function findWayIn(values: Partial<Variables>): string | undefined {
  const { HOST, PUBLIC_URL, CORS_ORIGINS = [], TRUST_PROXY, NODE_ENV } = values;
  if (NODE_ENV === "production") return "NODE_ENV is production";
  if (HOST !== undefined && !isLoopback(HOST))
    return `HOST=${HOST} can be reached from other machines`;
  if (PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname))
    return `PUBLIC_URL=${PUBLIC_URL} is opened from other machines`;
  const elsewhere = CORS_ORIGINS.find((site) => !isLoopback(new URL(site).hostname));
  if (elsewhere !== undefined) return `CORS_ORIGINS=${elsewhere} is opened from other machines`;
  if (TRUST_PROXY) return "TRUST_PROXY names a proxy, which stands before other machines";
  return undefined;
}

function toConfig(values: Variables): Config {
  const entries = Object.entries(values).map(([name, value]) => [toCamel(name), value]);
  const config = Object.fromEntries(entries) as Values;
  return {
    ...config,
    publicUrl: config.publicUrl ?? toLocalUrl(config.host, config.port),
    otpFailsInstanceDay: config.otpFailsInstanceDay ?? toGuessesADay(config),
  };
}

/** So many guesses a day hit less than one code in a year. Whoever tries the product out is not to meet the limit. */
function toGuessesADay({ otpLength, otpDelivery }: Values): number {
  const guesses = Math.floor(10 ** otpLength / 365);
  return otpDelivery === "dev" ? Math.max(guesses, DEV_GUESSES_A_DAY) : guesses;
}

function toSentence(name: Name, problem: string, written?: string): string {
  const note = noteOf(name);
  const shown = written !== undefined && note.secret !== true ? `${name}=${written}` : name;
  return `${shown} ${problem}. Example: ${name}=${note.example}`;
}

function toCamel(name: string): string {
  return name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
