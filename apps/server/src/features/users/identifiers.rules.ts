import { EMAIL_MAX_LENGTH, IDENTIFIER_MAX_DIGITS, IDENTIFIER_MIN_DIGITS } from "@colbin/protocol";

/**
 * What a person signs in with, in the one form that is stored: lower-case address, E.164, or the digits alone of a phone number
 * whose country is not known.
 */
export interface Identifier {
  readonly kind: "email" | "phone";
  readonly value: string;
}

/** Back from the stored form. */
export function toIdentifier(value: string): Identifier {
  return { kind: value.includes("@") ? "email" : "phone", value };
}

/** Enough for its owner to know it again, and for nobody else to write to it. */
export function maskIdentifier({ kind, value }: Identifier): string {
  if (kind === "phone") return `***${value.slice(-2)}`;
  return `${value.slice(0, 1)}***${value.slice(value.lastIndexOf("@"))}`;
}

/** RFC 5321: at most this many characters before the @. */
const LOCAL_PART_MAX = 64;

/** Begins a word of another alphabet (RFC 2047): a mail program reads such an address as another one. */
const ENCODED_WORD = "=?";

/** Dot-atom of RFC 5322 and a host name of at least two labels. */
const emailShape =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/** The address in lower case, or undefined where the text has not the shape of one. */
export function toEmail(text: string): string | undefined {
  // The shape is judged before the case is changed: some letters of other alphabets become ASCII by it.
  if (text.length > EMAIL_MAX_LENGTH || !emailShape.test(text)) return undefined;
  if (text.includes(ENCODED_WORD)) return undefined;
  return text.indexOf("@") > LOCAL_PART_MAX ? undefined : text.toLowerCase();
}

/** How a phone number was written: its digits, and whether the country stands in front of them. */
export interface DialledDigits {
  readonly digits: string;
  readonly isInternational: boolean;
}

/** A country in front: +, or 00 where that leaves a number. */
const internationalShape = /^[^\d+]*(\+|00(?=(\D*\d){7}))/;

/** 7 to 15 digits after removing everything else (specification, section 5); what has an @ is a broken address, no number. */
export function toDialledDigits(text: string): DialledDigits | undefined {
  if (text.includes("@")) return undefined;
  const typed = text.replaceAll(/\D/g, "");
  if (typed.length < IDENTIFIER_MIN_DIGITS || typed.length > IDENTIFIER_MAX_DIGITS)
    return undefined;
  const prefix = internationalShape.exec(text)?.[1];
  const digits = prefix === "00" ? typed.slice(2) : typed;
  return { digits, isInternational: prefix !== undefined };
}
