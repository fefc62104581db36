import * as z from "zod/mini";
import { signedIn } from "./auth.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { isoTime } from "./kernel/ids.ts";
import { FACTOR_NAME_MAX, LINK_TOKEN_MAX, OTP_TEXT_MAX, WEBAUTHN_FIELD_MAX } from "./limits.ts";
import { routes } from "./routes.ts";
import { personText } from "./users.ts";

/* Second factors: authenticator apps (RFC 6238), passkeys (WebAuthn Level 3) and recovery codes (rules-identity 26 to 28). */

export const factorErrors = defineErrors({
  SECOND_FACTOR_INVALID: { status: 400, message: "This code is not correct" },
  SECOND_FACTOR_EXPIRED: { status: 400, message: "That took too long. Please sign in again." },
  SECOND_FACTOR_NOT_FOUND: { status: 404, message: "This second sign-in step was not found" },
  SECOND_FACTOR_LIMIT: { status: 409, message: "You have as many of these as you can have" },
});

export const factorKinds = ["totp", "passkey"] as const;
export type FactorKind = (typeof factorKinds)[number];

const factorId = z.uuid();
const name = personText(1, FACTOR_NAME_MAX);

export const factor = z.object({
  id: factorId,
  kind: z.enum(factorKinds),
  name: z.string(),
  addedAt: isoTime,
  /** Null where it was never used after it was added. */
  usedAt: z.nullable(isoTime),
});
export type Factor = z.infer<typeof factor>;

/** Codes that are shown once, with the first factor or in the place of those of before; each works once. */
const recoveryCodes = z.array(z.string());

/** A code of an authenticator app; people write a space in its middle. */
export const totpCode = z
  .string()
  .check(z.overwrite(withoutSpaces), z.maxLength(OTP_TEXT_MAX), z.regex(/^\d*$/));

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, "");
}

const recoveryCode = z.string().check(z.minLength(1), z.maxLength(LINK_TOKEN_MAX));
const bytes = z.string().check(z.maxLength(WEBAUTHN_FIELD_MAX), z.regex(/^[\w-]*$/));
const credential = { id: bytes, rawId: bytes, type: z.literal("public-key") };

/** PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON, as the browser takes them (WebAuthn, 5.4 and 5.5). */
const passkeyOptions = z.record(z.string(), z.unknown());

/** AuthenticationResponseJSON of a browser (WebAuthn, 5.1). */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(bytes),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** RegistrationResponseJSON of a browser (WebAuthn, 5.1). */
export const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(16))),
  }),
});
export type NewPasskey = z.infer<typeof newPasskey>;

export const listFactors = endpoint({
  ...routes.listFactors,
  group: "auth",
  summary: "The second factors of the caller, and how many recovery codes are left",
  reply: z.object({ factors: z.array(factor), recoveryCodesLeft: z.int() }),
  errors: [],
});

const addedFactor = z.object({ factor, recoveryCodes: z.optional(recoveryCodes) });

export const startTotp = endpoint({
  ...routes.startTotp,
  group: "auth",
  summary: "A secret for an authenticator app; it is a factor once a code of it was shown",
  elevation: "always",
  body: z.strictObject({ name }),
  reply: z.object({
    id: factorId,
    /** In base32, for typing it. */
    secret: z.string(),
    /** `otpauth://` address, for a QR code. */
    uri: z.string(),
  }),
  isReplayed: false,
  errors: ["SECOND_FACTOR_LIMIT"],
});

export const confirmTotp = endpoint({
  ...routes.confirmTotp,
  group: "auth",
  summary: "The first code of the app makes it a factor; with the first factor come recovery codes",
  elevation: "always",
  params: z.strictObject({ id: factorId }),
  body: z.strictObject({ code: totpCode }),
  reply: addedFactor,
  isReplayed: false,
  errors: ["SECOND_FACTOR_INVALID", "SECOND_FACTOR_NOT_FOUND", "SECOND_FACTOR_LIMIT"],
});

export const startPasskey = endpoint({
  ...routes.startPasskey,
  group: "auth",
  summary: "The options by which a browser makes a passkey",
  elevation: "always",
  reply: z.object({ options: passkeyOptions }),
  isReplayed: false,
  errors: ["SECOND_FACTOR_LIMIT"],
});

export const addPasskey = endpoint({
  ...routes.addPasskey,
  group: "auth",
  summary: "The passkey that the browser made; with the first factor come recovery codes",
  elevation: "always",
  body: z.strictObject({ name, passkey: newPasskey }),
  reply: addedFactor,
  isReplayed: false,
  errors: ["SECOND_FACTOR_INVALID", "SECOND_FACTOR_LIMIT"],
});

export const renameFactor = endpoint({
  ...routes.renameFactor,
  group: "auth",
  summary: "Names a second factor",
  params: z.strictObject({ id: factorId }),
  body: z.strictObject({ name }),
  reply: factor,
  errors: ["SECOND_FACTOR_NOT_FOUND"],
});

export const removeFactor = endpoint({
  ...routes.removeFactor,
  group: "auth",
  summary: "Removes a second factor; with the last one the recovery codes go",
  elevation: "always",
  params: z.strictObject({ id: factorId }),
  errors: ["SECOND_FACTOR_NOT_FOUND"],
});

export const renewRecoveryCodes = endpoint({
  ...routes.renewRecoveryCodes,
  group: "auth",
  summary: "New recovery codes; those of before work no more",
  elevation: "always",
  reply: z.object({ recoveryCodes }),
  isReplayed: false,
  errors: ["SECOND_FACTOR_NOT_FOUND"],
});

const token = z.string().check(z.minLength(1), z.maxLength(LINK_TOKEN_MAX));

export const verifySecondFactor = endpoint({
  ...routes.verifySecondFactor,
  group: "auth",
  summary: "Completes a sign-in whose first step was right, by the token of its answer",
  body: z.union([
    z.strictObject({ token, totp: totpCode }),
    z.strictObject({ token, recoveryCode }),
    z.strictObject({ token, passkey: passkeyAnswer }),
  ]),
  reply: signedIn,
  isReplayed: false,
  errors: [
    "SECOND_FACTOR_INVALID",
    "SECOND_FACTOR_EXPIRED",
    "ACCOUNT_BLOCKED",
    "ORIGIN_NOT_ALLOWED",
  ],
});

export const askPasskey = endpoint({
  ...routes.askPasskey,
  group: "auth",
  summary:
    "The options by which a browser answers with a passkey: any, one of the token's person, or with a session one of the caller's",
  body: z.strictObject({ token: z.optional(token) }),
  reply: z.object({ options: passkeyOptions }),
  isReplayed: false,
  errors: ["SECOND_FACTOR_EXPIRED", "ORIGIN_NOT_ALLOWED"],
});

export const signInWithPasskey = endpoint({
  ...routes.signInWithPasskey,
  group: "auth",
  summary: "Signs in with a passkey alone, which counts as both steps",
  body: z.strictObject({ passkey: passkeyAnswer }),
  reply: signedIn,
  isReplayed: false,
  errors: ["SECOND_FACTOR_INVALID", "ACCOUNT_BLOCKED", "ORIGIN_NOT_ALLOWED"],
});
