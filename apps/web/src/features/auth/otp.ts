export type OtpProblem = "length" | "digits";

/** The reason not to verify this code (specification, section 5). */
export function otpProblem(otp: string, length: number): OtpProblem | undefined {
  if (otp.length !== length) return "length";
  return /^[0-9]+$/.test(otp) ? undefined : "digits";
}
