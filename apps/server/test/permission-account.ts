import type { SessionId } from "@colbin/protocol";
import { noneOf, open } from "./permission-rows.ts";
import type { Row } from "./permission-kinds.ts";

const token = "x".repeat(43);
const sessionId = "01930000-0000-7000-8000-000000000000" as SessionId;
const mine = (code: string): Row => ({ in: code, MEM: code, GST: code, SUS: code });
/** Nobody's; by person: features/auth/own-sessions.test.ts. */
const noSession = mine("SESSION_NOT_FOUND");
const noCode = mine("OTP_EXPIRED");
/** Switched off, as unless the operator says otherwise; switched on: features/auth/passwords.test.ts. */
const noPasswords = "PASSWORD_SIGN_IN_DISABLED";
const elevated = mine("ELEVATION_REQUIRED");
const noProvider = "PROVIDER_NOT_CONFIGURED";
const provider = "google" as const;
const grant = { provider, code: token, redirectUri: "http://localhost", state: token } as const;
const factorId = "01930000-0000-4000-8000-000000000000";
const credential = { id: "", rawId: "", type: "public-key" } as const;
const password = "correct horse battery";
const identifier = "nobody@example.org";

interface Rows {
  readonly person: Row;
  readonly account: Row;
  readonly everybody: (verdict: string) => Row;
}

/** Of second factors. */
function factorRules({ account, everybody }: Pick<Rows, "account" | "everybody">) {
  return {
    listElevationMethods: { row: account, input: () => ({}) },
    verifySecondFactor: {
      row: everybody("SECOND_FACTOR_EXPIRED"),
      input: () => ({ body: { token, totp: "000000" } }),
    },
    listFactors: { row: account, input: () => ({}) },
    startTotp: { row: elevated, input: () => ({ body: { name: "App" } }) },
    confirmTotp: {
      row: elevated,
      input: () => ({ params: { id: factorId }, body: { code: "000000" } }),
    },
    renameFactor: {
      row: mine("SECOND_FACTOR_NOT_FOUND"),
      input: () => ({ params: { id: factorId }, body: { name: "Key" } }),
    },
    removeFactor: { row: elevated, input: () => ({ params: { id: factorId } }) },
    renewRecoveryCodes: { row: elevated, input: () => ({}) },
    startPasskey: { row: elevated, input: () => ({}) },
    addPasskey: {
      row: elevated,
      input: () => ({
        body: {
          name: "Key",
          passkey: { ...credential, response: { clientDataJSON: "", attestationObject: "" } },
        },
      }),
    },
    askPasskey: { row: everybody("ok"), input: () => ({ body: {} }) },
    signInWithPasskey: {
      row: everybody("SECOND_FACTOR_INVALID"),
      input: () => ({
        body: {
          passkey: {
            ...credential,
            response: { clientDataJSON: "", authenticatorData: "", signature: "" },
          },
        },
      }),
    },
  };
}

/** The permission matrix of signing in, and of the sessions of a person. */
export function accountRules({ person, account, everybody }: Rows) {
  return {
    sendOtp: {
      row: everybody("ok"),
      input: (slug: string) => ({ body: { identifier: `${slug}-${Math.random()}@example.org` } }),
    },
    verifyOtp: {
      row: everybody("OTP_EXPIRED"),
      input: () => ({ body: { identifier: "nobody@example.org", otp: "0000" } }),
    },
    verifyLink: { row: everybody("OTP_EXPIRED"), input: () => ({ body: { token } }) },
    refreshTokens: {
      row: everybody("REFRESH_TOKEN_INVALID"),
      input: () => ({ body: { refreshToken: token } }),
    },
    logout: { row: everybody("ok"), input: () => ({ body: {} }) },
    ...factorRules({ account, everybody }),
    revealAuth: {
      row: noCode,
      input: () => ({ body: { otp: "0000" } }),
    },
    signUp: {
      row: everybody(noPasswords),
      input: () => ({ body: { identifier, password, fullName: "Nobody" } }),
    },
    signUpInvited: {
      row: everybody(noPasswords),
      input: () => ({ body: { identifier, password, fullName: "Nobody", inviteCode: token } }),
    },
    signIn: { row: everybody(noPasswords), input: () => ({ body: { identifier, password } }) },
    forgotPassword: { row: everybody(noPasswords), input: () => ({ body: { identifier } }) },
    resetPassword: { row: everybody(noPasswords), input: () => ({ body: { token, password } }) },
    getPassword: { row: account, input: () => ({}) },
    setPassword: { row: elevated, input: () => ({ body: { password } }) },
    deletePassword: { row: elevated, input: () => ({}) },
    sendVerificationEmail: { row: account, input: () => ({}) },
    verifyEmail: { row: account, input: () => ({ body: { token } }) },
    startSocial: { row: everybody(noProvider), input: () => ({ query: { provider } }) },
    socialSignIn: { row: everybody("SOCIAL_STATE_INVALID"), input: () => ({ body: grant }) },
    listSocialAccounts: { row: account, input: () => ({}) },
    linkSocialAccount: { row: elevated, input: () => ({ body: grant }) },
    unlinkSocialAccount: { row: elevated, input: () => ({ params: { provider } }) },
    startIdentifierChange: { row: elevated, input: () => ({ body: { identifier } }) },
    changeIdentifier: { row: elevated, input: () => ({ body: { identifier, otp: "0000" } }) },
    requestExport: { row: elevated, input: () => ({}) },
    getExport: { row: mine("EXPORT_NOT_FOUND"), input: () => ({ params: { id: factorId } }) },
    listApiKeys: { row: account, input: () => ({}) },
    createApiKey: {
      row: noneOf("ELEVATION_REQUIRED"),
      input: () => ({ body: { name: "Report", scopes: ["rooms:read" as const] } }),
    },
    deleteApiKey: { row: mine("API_KEY_NOT_FOUND"), input: () => ({ params: { id: factorId } }) },
    listSecurityEvents: { row: account, input: () => ({}) },
    listSessions: { row: account, input: () => ({}) },
    renameSession: {
      row: noSession,
      input: () => ({ params: { id: sessionId }, body: { name: "Mine" } }),
    },
    endSession: { row: noSession, input: () => ({ params: { id: sessionId } }) },
    endOtherSessions: { row: account, input: () => ({}) },
    createWsTicket: { row: open(person), input: () => ({}) },
  };
}
