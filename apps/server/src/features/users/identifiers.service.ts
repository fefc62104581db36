import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { toDialledDigits, toEmail, type Identifier } from "./identifiers.rules.ts";

export { maskIdentifier, toIdentifier, type Identifier } from "./identifiers.rules.ts";

/**
 * Undefined for what is neither an address nor a number that can exist. A number without its country is one of the
 * default region; without such a region the digits are read as an international number.
 */
export function parseIdentifier(
  text: string,
  defaultRegion: string | undefined,
): Identifier | undefined {
  const trimmed = text.trim();
  const email = toEmail(trimmed);
  if (email !== undefined) return { kind: "email", value: email };
  const dialled = toDialledDigits(trimmed);
  if (!dialled) return undefined;
  const { digits, isInternational } = dialled;
  const region =
    defaultRegion !== undefined && isSupportedCountry(defaultRegion) ? defaultRegion : undefined;
  const isNational = !isInternational && region !== undefined;
  const number = isNational
    ? parsePhoneNumberFromString(digits, region)
    : parsePhoneNumberFromString(`+${digits}`);
  return number?.isPossible() ? { kind: "phone", value: number.number } : undefined;
}
