export type OtpProblem = "length" | "digits";

/** Digits of a code of an authenticator app. */
export const TOTP_LENGTH = 6;

/** The reason not to verify this code (specification, section 5). */
export function otpProblem(otp: string, length: number): OtpProblem | undefined {
  if (otp.length !== length) return "length";
  return /^[0-9]+$/.test(otp) ? undefined : "digits";
}
