import { REFRESH_DELIVERY_HEADER, type ReplyOf, type WorkspaceId } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { bearerToken } from "#server/platform/http/bearer.ts";
import type {
  Handlers,
  RequestContext,
  UserRequestContext,
} from "#server/platform/http/handler.ts";
import { requireOwnPage, requireSameOrigin } from "#server/platform/http/origins.ts";
import type { Auth, Caller, Kept } from "./auth.service.ts";
import { listElevationMethods, revealAuth } from "./elevation.service.ts";
import { sendVerificationEmail, verifyEmail } from "./email-verification.service.ts";
import { changeIdentifier, startIdentifierChange } from "./identifier-change.service.ts";
import { sendOtp } from "./otp.service.ts";
import { createApiKey, deleteApiKey, listApiKeys } from "./own-api-keys.service.ts";
import {
  addPasskey,
  confirmTotp,
  listFactors,
  removeFactor,
  renameFactor,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
} from "./own-factors.service.ts";
import { deletePassword, readPassword, setPassword } from "./own-password.service.ts";
import {
  endOtherSessions,
  endSession,
  listSessions,
  renameSession,
} from "./own-sessions.service.ts";
import { forgotPassword, resetPassword } from "./password-resets.service.ts";
import { signInWithPassword, signUp, signUpInvited } from "./password-sign-in.service.ts";
import { refreshTokens } from "./refresh.service.ts";
import { askPasskey, signInWithPasskey, verifySecondFactor } from "./second-factor.service.ts";
import { isSecret } from "./secrets.service.ts";
import { createTicket } from "./sessions.service.ts";
import { signOut } from "./sign-out.service.ts";
import {
  linkSocialAccount,
  listSocialAccounts,
  unlinkSocialAccount,
} from "./social-accounts.service.ts";
import { signInSocially, startSocial } from "./social-sign-in.service.ts";
import { switchWorkspace } from "./switching.service.ts";
import { verifyLink, verifyOtp } from "./verification.service.ts";

type FactorRoutes = Pick<
  Handlers,
  | "verifySecondFactor"
  | "listFactors"
  | "startTotp"
  | "confirmTotp"
  | "renameFactor"
  | "removeFactor"
  | "renewRecoveryCodes"
  | "startPasskey"
  | "addPasskey"
  | "askPasskey"
  | "signInWithPasskey"
>;

type AuthRoutes = FactorRoutes &
  Pick<
    Handlers,
    | "sendOtp"
    | "verifyOtp"
    | "verifyLink"
    | "refreshTokens"
    | "logout"
    | "createWsTicket"
    | "listElevationMethods"
    | "revealAuth"
    | "signUp"
    | "signUpInvited"
    | "signIn"
    | "forgotPassword"
    | "resetPassword"
    | "getPassword"
    | "setPassword"
    | "deletePassword"
    | "sendVerificationEmail"
    | "verifyEmail"
    | "startSocial"
    | "socialSignIn"
    | "listSocialAccounts"
    | "linkSocialAccount"
    | "unlinkSocialAccount"
    | "startIdentifierChange"
    | "changeIdentifier"
    | "listApiKeys"
    | "createApiKey"
    | "deleteApiKey"
    | "listSessions"
    | "renameSession"
    | "endSession"
    | "endOtherSessions"
    | "switchOrganization"
    | "switchToPersonal"
  >;

/** `findActor` knows the holder of a session where none is needed. */
export function authRoutes(
  auth: Auth,
  findActor: (context: RequestContext) => Promise<Actor | undefined>,
): AuthRoutes {
  return {
    sendOtp: ({ body }, context) =>
      keep(context, sendOtp(auth, toCaller(context), body.identifier)),
    verifyOtp: ({ body }, context) => keep(context, verifyOtp(auth, toCaller(context), body)),
    verifyLink: ({ body }, context) =>
      keep(context, verifyLink(auth, toCaller(context), body.token)),
    refreshTokens: ({ body }, context) =>
      keep(context, refreshTokens(auth, toCaller(context), body.refreshToken)),
    async logout({ body }, context) {
      const secrets = await signOut(auth, toCaller(context), {
        accessToken: bearerToken(context.header("authorization")),
        refreshToken: body.refreshToken,
        everywhere: body.everywhere ?? false,
      });
      return keep(context, Promise.resolve({ reply: undefined, secrets }));
    },
    listElevationMethods: (_, { actor }) => listElevationMethods(auth, actor),
    revealAuth: ({ body }, context) => revealAuth(auth, toCaller(context), context.actor, body),
    ...factorRoutes(auth, findActor),
    signUp: ({ body }, context) => keep(context, signUp(auth, toCaller(context), body)),
    signUpInvited: ({ body }, context) =>
      keep(context, signUpInvited(auth, toCaller(context), body)),
    signIn: ({ body }, context) => keep(context, signInWithPassword(auth, toCaller(context), body)),
    forgotPassword: ({ body }, context) => forgotPassword(auth, toCaller(context), body.identifier),
    resetPassword: ({ body }, context) => resetPassword(auth, toCaller(context), body),
    getPassword: (_, { actor }) => readPassword(auth, actor),
    setPassword: ({ body }, context) =>
      setPassword(auth, toCaller(context), context.actor, body.password),
    deletePassword: (_, context) => deletePassword(auth, toCaller(context), context.actor),
    sendVerificationEmail: (_, context) =>
      sendVerificationEmail(auth, toCaller(context), context.actor),
    verifyEmail: ({ body }, context) => verifyEmail(auth, toCaller(context), context.actor, body),
    startSocial: ({ query }, context) =>
      keep(context, startSocial(auth, toCaller(context), query.provider)),
    async socialSignIn({ body }, context) {
      const outcome = await keep(context, signInSocially(auth, toCaller(context), body));
      // The browser has the cookie of the code already.
      if ("sent" in outcome) throw new AppError("SOCIAL_LINK_REQUIRED", outcome.sent);
      return outcome.signedIn;
    },
    listSocialAccounts: (_, { actor }) => listSocialAccounts(auth, actor),
    linkSocialAccount: ({ body }, context) =>
      linkSocialAccount(auth, toCaller(context), context.actor, body),
    unlinkSocialAccount: ({ params }, context) =>
      unlinkSocialAccount(auth, toCaller(context), context.actor, params.provider),
    startIdentifierChange: ({ body }, context) =>
      startIdentifierChange(auth, toCaller(context), context.actor, body.identifier),
    changeIdentifier: ({ body }, context) =>
      changeIdentifier(auth, toCaller(context), context.actor, body),
    listApiKeys: (_, { actor }) => listApiKeys(auth, actor),
    createApiKey: ({ body }, context) => createApiKey(auth, toCaller(context), context.actor, body),
    deleteApiKey: ({ params }, { actor }) => deleteApiKey(auth, actor, params.id),
    listSessions: (_, { actor }) => listSessions(auth, actor),
    renameSession: ({ params, body }, { actor }) => renameSession(auth, actor, params.id, body),
    endSession: ({ params }, { actor }) => endSession(auth, actor, params.id),
    endOtherSessions: (_, { actor }) => endOtherSessions(auth, actor),
    createWsTicket: (_, { actor }) => createTicket(auth, actor),
    switchOrganization: ({ params }, context) => switchTo(auth, context, params.orgId),
    switchToPersonal: (_, context) => switchTo(auth, context, "personal"),
  };
}

/** Second factors: those of the caller, and the second step of signing in. */
function factorRoutes(auth: Auth, findActor: Parameters<typeof authRoutes>[1]): FactorRoutes {
  return {
    verifySecondFactor: ({ body }, context) =>
      keep(context, verifySecondFactor(auth, toCaller(context), body)),
    askPasskey: async ({ body }, context) =>
      askPasskey(auth, toCaller(context), await findActor(context), body.token),
    signInWithPasskey: ({ body }, context) =>
      keep(context, signInWithPasskey(auth, toCaller(context), body.passkey)),
    listFactors: (_, { actor }) => listFactors(auth, actor),
    startTotp: ({ body }, { actor }) => startTotp(auth, actor, body),
    confirmTotp: ({ params, body }, context) =>
      confirmTotp(auth, toCaller(context), context.actor, { ...params, ...body }),
    startPasskey: (_, context) => startPasskey(auth, toCaller(context), context.actor),
    addPasskey: ({ body }, context) => addPasskey(auth, toCaller(context), context.actor, body),
    renameFactor: ({ params, body }, { actor }) => renameFactor(auth, actor, params.id, body.name),
    removeFactor: ({ params }, context) =>
      removeFactor(auth, toCaller(context), context.actor, params.id),
    renewRecoveryCodes: (_, context) => renewRecoveryCodes(auth, toCaller(context), context.actor),
  };
}

/** The caller's session works there from now on, and keeps its secrets where it keeps them. */
export function switchTo(
  auth: Auth,
  context: UserRequestContext,
  to: WorkspaceId | "personal",
): Promise<ReplyOf<"switchOrganization">> {
  requireSameOrigin(context);
  return keep(context, switchWorkspace(auth, context.actor, to));
}

/** Every call here may be authenticated by a cookie: a page of another site makes none of them, and a cookie is read for our own alone. */
export function toCaller(context: RequestContext): Caller {
  requireSameOrigin(context);
  return {
    address: context.address,
    isLocal: context.isLocal,
    userAgent: context.userAgent,
    origin: context.header("origin"),
    isBrowser: context.header("sec-fetch-site") !== undefined,
    wantsCookie: context.header(REFRESH_DELIVERY_HEADER) === "cookie",
    cookie(name) {
      const value = context.cookie(name);
      if (value === undefined || !isSecret(value, 256)) return undefined;
      requireOwnPage(context);
      return value;
    },
  };
}

/** Answers, and gives the browser what it keeps. */
export async function keep<T>(context: RequestContext, result: Promise<Kept<T>>): Promise<T> {
  const { reply, secrets } = await result;
  for (const { cookie, value, maxAgeS } of secrets) context.setCookie(cookie, value, { maxAgeS });
  return reply;
}
