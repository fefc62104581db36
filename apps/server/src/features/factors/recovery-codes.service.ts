import { randomInt } from "node:crypto";

/* Codes for the day when phone and key are gone: written down, so without letters that look alike. */

const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUP_LENGTH = 5;
const GROUPS = 2;
/** Made at once (rules-identity 26). */
const COUNT = 10;

/** New codes of 49 bits, in two groups. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, makeGroup).join("-"));
}

function makeGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** The code as it is hashed: people type it in capitals, and without the dash. */
export function toPlainCode(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
