import { EMAIL_MAX_LENGTH, IDENTIFIER_MAX_DIGITS, IDENTIFIER_MIN_DIGITS } from "@colbin/protocol";

export type IdentifierProblem = "required" | "invalid";

/** The reason not to send this text: blank, or neither email-shaped nor 7 to 15 digits (specification, section 5). */
export function identifierProblem(text: string): IdentifierProblem | undefined {
  const identifier = text.trim();
  if (identifier === "") return "required";
  return isEmailShaped(identifier) || isPhoneShaped(identifier) ? undefined : "invalid";
}

function isEmailShaped(identifier: string): boolean {
  return (
    identifier.length <= EMAIL_MAX_LENGTH && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(identifier)
  );
}

function isPhoneShaped(identifier: string): boolean {
  const digits = identifier.replace(/\D/g, "").length;
  return (
    !identifier.includes("@") && digits >= IDENTIFIER_MIN_DIGITS && digits <= IDENTIFIER_MAX_DIGITS
  );
}
