import { PASSWORD_MAX, PASSWORD_MIN } from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";

/**
 * Throws PASSWORD_WEAK for a password that is too short or too long, one of the 49,000 that people choose most, also with digits or
 * signs behind it, or an identifier of its account (rules-identity 22). Nothing else is asked of it (NIST SP 800-63B 3.1.1.2).
 */
export async function requireStrong(
  password: string,
  identifiers: readonly (string | null)[],
): Promise<void> {
  const text = password.normalize("NFKC").toLowerCase();
  const { length } = Array.from(text);
  const isLong = length >= PASSWORD_MIN && length <= PASSWORD_MAX;
  const isGuessed =
    identifiers.some((each) => each !== null && isNear(text, each.toLowerCase())) ||
    (isLong && (await isCommon(text)));
  if (!isLong || isGuessed) throw new AppError("PASSWORD_WEAK", { minLength: PASSWORD_MIN });
}

function isNear(text: string, identifier: string): boolean {
  return [identifier, identifier.split("@")[0], identifier.replace(/^\+/, "")].includes(text);
}

async function isCommon(text: string): Promise<boolean> {
  common ??= loadCommon();
  const known = await common;
  return known.has(text) || known.has(text.replace(/[^\p{L}]+$/u, ""));
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Several megabytes, for servers that have passwords at all. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}
