import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { IDENTIFIER_MAX_DIGITS } from "@colbin/protocol";
import {
  toDialledDigits,
  toEmail,
  type DialledDigits,
  type Identifier,
} from "./identifiers.rules.ts";

export { maskIdentifier, toIdentifier, type Identifier } from "./identifiers.rules.ts";

/**
 * Undefined for what is neither an address nor 7 to 15 digits. A number without its country is one of the default region;
 * without such a region its digits are read with the country in front, so that 14155552671 is +14155552671. Digits that are
 * no possible number so stay as they were typed, and with them whether there was a +: 4155552671 is an account of its own,
 * for a gateway may take it to another phone than +4155552671. One stored form is thus one phone, and parsed again it is
 * itself, as long as the default region stays the same.
 */
export function parseIdentifier(
  text: string,
  defaultRegion: string | undefined,
): Identifier | undefined {
  const trimmed = text.trim();
  const email = toEmail(trimmed);
  if (email !== undefined) return { kind: "email", value: email };
  const dialled = toDialledDigits(trimmed);
  return dialled && { kind: "phone", value: toStoredPhone(dialled, defaultRegion) };
}

function toStoredPhone(
  { digits, isInternational }: DialledDigits,
  defaultRegion: string | undefined,
): string {
  const region =
    defaultRegion !== undefined && isSupportedCountry(defaultRegion) ? defaultRegion : undefined;
  const isNational = !isInternational && region !== undefined;
  const number = isNational
    ? parsePhoneNumberFromString(digits, region)
    : parsePhoneNumberFromString(`+${digits}`);
  if (number?.isPossible() && number.number.length <= 1 + IDENTIFIER_MAX_DIGITS)
    return number.number;
  return isInternational ? `+${digits}` : digits;
}
