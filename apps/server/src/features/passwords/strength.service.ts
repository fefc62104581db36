import { PASSWORD_MAX, PASSWORD_MIN } from "@colbin/protocol";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/platform/app-error.ts";

type Place = Pick<Config, "productName" | "publicUrl" | "passwordWords">;

/** Shorter words are parts of ordinary ones. */
const WORD_MIN = 4;

/**
 * Throws PASSWORD_WEAK for a password that is too short or too long, or one of the 49,000 that people choose most, also with digits or
 * signs behind it (rules-identity 22). The words around its account count for nothing in it: its identifiers, the name of the product,
 * those of the address and the operator's own. Nothing else is asked of it (NIST SP 800-63B 3.1.1.2).
 */
export async function requireStrong(
  place: Place,
  password: string,
  identifiers: readonly (string | null)[],
): Promise<void> {
  const text = password.normalize("NFKC").toLowerCase();
  const { length } = Array.from(text);
  const isLong = length >= PASSWORD_MIN && length <= PASSWORD_MAX;
  if (!isLong || (await isGuessed(text, listWords(place, identifiers))))
    throw new AppError("PASSWORD_WEAK", { minLength: PASSWORD_MIN });
}

async function isGuessed(text: string, words: readonly string[]): Promise<boolean> {
  if (await isCommon(text)) return true;
  if (!words.some((word) => text.includes(word))) return false;
  const rest = words.reduce((left, word) => left.replaceAll(word, ""), text);
  const letters = rest.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return letters === "" || isCommon(letters);
}

/** The longest first, so that one within another takes nothing of it away. */
function listWords(
  { productName, publicUrl, passwordWords }: Place,
  identifiers: readonly (string | null)[],
): string[] {
  const own = identifiers.filter((each) => each !== null);
  const names = own.flatMap((each) => [each, each.replace(/^\+|@.*$/g, "")]);
  const site = [productName, ...productName.split(" "), ...new URL(publicUrl).hostname.split(".")];
  return [...names, ...site, ...passwordWords]
    .map((word) => word.normalize("NFKC").toLowerCase())
    .filter((word) => word.length >= WORD_MIN)
    .toSorted((one, other) => other.length - one.length);
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
