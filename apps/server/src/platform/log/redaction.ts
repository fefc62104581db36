/*
 * What may never be read in a log line: tokens, codes, passwords, addresses with a password in them. Names are judged in
 * every object that is logged, patterns in every text, errors included. It is the last line of defence, not a reason to
 * log what a person sent.
 */

/** Stands where a secret was. */
export const CENSORED = "[redacted]";
const MAX_DEPTH = 6;
const MAX_ENTRIES = 50;
const MAX_TEXT = 4_000;

/** Fields that hold secrets, as this code base spells them. */
export const secretFields = [
  "accessToken",
  "apiKey",
  "authorization",
  "cookie",
  "databaseUrl",
  "filesS3KeyId",
  "filesS3Secret",
  "githubClientSecret",
  "googleClientSecret",
  "idempotencyKey",
  "metricsToken",
  "natsUrl",
  "otp",
  "otpSecret",
  "otpWebhookSecret",
  "otpWebhookUrl",
  "p256dh",
  "password",
  "privateKey",
  "proxyAuthorization",
  "recoveryCode",
  "recoveryCodes",
  "refreshToken",
  "secret",
  "setCookie",
  "signingKey",
  "smsGatewayToken",
  "smsGatewayUrl",
  "smtpUrl",
  "ticket",
  "token",
  "tokens",
  "totp",
  "verifier",
  "xElevationToken",
] as const;

const secretNames: ReadonlySet<string> = new Set(secretFields.map(toPlainName));

/** A code of the error registry may be read; any other value called `code` may be a one-time code. */
const registryCode = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/;

const patterns: readonly (readonly [RegExp, string])[] = [
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/?#"']*@/gi, `$1${CENSORED}@`],
  [
    /([?&#](?:access_?token|refresh_?token|ticket|token|code|guest|otp|password|secret|key|signature)=)[^&\s"'#]*/gi,
    `$1${CENSORED}`,
  ],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${CENSORED}`],
  [/\b(?:wst|cbk)_[\w-]+/g, CENSORED],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, CENSORED],
];

/** Texts may be logged after this: secrets of known shapes are gone, and the length is bounded. */
export function redactText(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return patterns.reduce(
    (done, [pattern, replacement]) => done.replaceAll(pattern, replacement),
    short,
  );
}

/** A copy that may be logged: nothing in it is called or looks like a secret, at any depth. */
export function redactObject(value: object): Record<string, unknown> {
  const copy = redactValue(value, 0);
  return typeof copy === "object" && copy !== null ? (copy as Record<string, unknown>) : {};
}

/** What is worth knowing of an error, with its causes; texts are redacted. */
function redactError(error: Error, depth = 0): Record<string, unknown> {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.name,
    message: redactText(error.message),
    ...(typeof code === "string" ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: redactText(error.stack) }),
    ...(cause instanceof Error && depth < MAX_DEPTH
      ? { cause: redactError(cause, depth + 1) }
      : {}),
    ...(error instanceof AggregateError && depth < MAX_DEPTH
      ? { errors: error.errors.slice(0, 5).map((each) => redactValue(each, depth + 1)) }
      : {}),
  };
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Error) return redactError(value, depth);
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return "[binary]";
  if (depth >= MAX_DEPTH) return "[deep]";
  if (Array.isArray(value))
    return value.slice(0, MAX_ENTRIES).map((entry) => redactValue(entry, depth + 1));
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  return Object.fromEntries(
    entries.map(([name, entry]) => [name, redactEntry(name, entry, depth + 1)]),
  );
}

function redactEntry(name: string, value: unknown, depth: number): unknown {
  const plain = toPlainName(name);
  if (plain === "code")
    return typeof value === "string" && registryCode.test(value) ? value : CENSORED;
  return secretNames.has(plain) ? CENSORED : redactValue(value, depth);
}

/** set-cookie, set_cookie and setCookie are one name. */
function toPlainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}
