export type OtpProblem = "length" | "digits";

/** What keeps this code from being verified (specification, section 5). */
export function otpProblem(otp: string, length: number): OtpProblem | undefined {
  if (otp.length !== length) return "length";
  return /^[0-9]+$/.test(otp) ? undefined : "digits";
}
