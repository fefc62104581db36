import { HOTP, Secret, TOTP } from "otpauth";

/* Codes of authenticator apps (RFC 6238), with the parameters that every app knows. */

const PERIOD_S = 30;
const DIGITS = 6;
/** 160 bits, as RFC 4226 asks for. */
const SECRET_BYTES = 20;
/** Steps before and after now: clocks of phones are not exact (RFC 6238, 5.2). */
const WINDOW = 1;

export interface NewSecret {
  /** In base32. */
  readonly secret: string;
  /** `otpauth://` address, as apps read it from a QR code. */
  readonly uri: string;
}

/** A new secret, for the app to name as the product and the person's address. */
export function makeTotp(issuer: string, label: string): NewSecret {
  const secret = new Secret({ size: SECRET_BYTES });
  const totp = new TOTP({ issuer, label, secret, digits: DIGITS, period: PERIOD_S });
  return { secret: secret.base32, uri: totp.toString() };
}

/** The time step of this code; undefined where it is none of these moments. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const step = Math.floor(now.getTime() / 1000 / PERIOD_S);
  const key = Secret.fromBase32(secret);
  const options = { token: code, secret: key, digits: DIGITS, counter: step, window: WINDOW };
  const delta = HOTP.validate(options);
  return delta === null ? undefined : step + delta;
}
