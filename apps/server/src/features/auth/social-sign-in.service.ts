import type { FirstStep, InputOf, ReplyOf, SentOtp, SocialProvider } from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";
import { findOwner, keepState, takeState } from "../social/social.service.ts";
import type { SocialProfile, SocialSecrets } from "../social/providers.service.ts";
import { findAccount } from "../users/accounts.service.ts";
import type { Identifier } from "../users/identifiers.service.ts";
import type { Auth, Caller, Kept } from "./auth.service.ts";
import { requireIdentifier } from "./identity.service.ts";
import { mayOpenAccount, sendOtp } from "./otp.service.ts";
import { hashSecret, makeSecret, seal, unseal } from "./secrets.service.ts";
import { signIn } from "./sign-in.service.ts";

/* Signing in through an account at another service (rules-identity 17 to 19). */

/** As long as a person may take at the provider. */
const STATE_LIFE_S = 600;
/** Must be the same where a state is sealed and where it is opened. */
const SEAL_CONTEXT = "social state";

export type Grant = Pick<
  InputOf<"socialSignIn">["body"],
  "provider" | "code" | "redirectUri" | "state" | "iss"
>;

/** The only address that a provider may lead back to. */
function toRedirectUri({ config }: Pick<Auth, "config">): string {
  return `${config.publicUrl}/oauthify-redirect`;
}

/** Begins a way to the provider: single use, for ten minutes, in this browser. Throws PROVIDER_NOT_CONFIGURED or SOCIAL_FAILED. */
export async function startSocial(
  auth: Auth,
  caller: Caller,
  provider: SocialProvider,
): Promise<Kept<ReplyOf<"startSocial">>> {
  const browserSecret = caller.isBrowser
    ? (caller.cookie("colbin_challenge") ?? makeSecret(256))
    : undefined;
  // The page that the provider leads to says by the state which provider it was.
  const state = makeSecret(256, `${provider}.`);
  const [verifier, nonce] = [makeSecret(256), makeSecret(128)];
  const url = await auth.social[provider].start(toRedirectUri(auth), { state, verifier, nonce });
  await keepState(auth.db, {
    stateHash: hashSecret(state),
    provider,
    browserHash: browserSecret === undefined ? null : hashSecret(browserSecret),
    sealed: seal(auth.keys.otpSecret, SEAL_CONTEXT, JSON.stringify([verifier, nonce])),
    expiresAt: new Date(auth.clock.now().getTime() + STATE_LIFE_S * 1000),
  });
  return {
    reply: { url, state },
    secrets:
      browserSecret === undefined
        ? []
        : [{ cookie: "colbin_challenge", value: browserSecret, maxAgeS: STATE_LIFE_S }],
  };
}

/**
 * The person who came back from the provider. SOCIAL_STATE_INVALID where state, browser, provider and address do not belong together, or the
 * state was used before; SOCIAL_FAILED where the provider refuses the code or is down.
 */
export async function readGrant(
  auth: Auth,
  caller: Caller,
  { provider, code, redirectUri, state, iss }: Grant,
): Promise<SocialProfile> {
  const browserSecret = caller.isBrowser ? caller.cookie("colbin_challenge") : undefined;
  const asked = {
    stateHash: hashSecret(state),
    provider,
    browserHash: browserSecret === undefined ? null : hashSecret(browserSecret),
  };
  const isOpen = !caller.isBrowser || browserSecret !== undefined;
  const sealed = isOpen && (await takeState(auth.db, asked, auth.clock.now()));
  if (!sealed || redirectUri !== toRedirectUri(auth)) throw new AppError("SOCIAL_STATE_INVALID");
  const [verifier, nonce] = JSON.parse(unseal(auth.keys.otpSecret, SEAL_CONTEXT, sealed)) as [
    string,
    string,
  ];
  const secrets: SocialSecrets = { state, verifier, nonce };
  return auth.social[provider].finish(redirectUri, secrets, { code, iss });
}

/** Signed in, or a code on its way to the address of the account that has to be connected first. */
export type SocialOutcome = { readonly signedIn: FirstStep } | { readonly sent: SentOtp };

/**
 * Signs in by the identity at the provider. The first time its verified address makes an account; where it has one a code goes there,
 * which connects the two: an address alone opens no account. Without a verified address, and where strangers may not sign up,
 * SOCIAL_FAILED.
 */
export async function signInSocially(
  auth: Auth,
  caller: Caller,
  grant: Grant,
): Promise<Kept<SocialOutcome>> {
  const profile = await readGrant(auth, caller, grant);
  const isKnown = (await findOwner(auth.db, profile)) !== undefined;
  const identifier = isKnown ? undefined : toNewIdentifier(auth, profile);
  if (identifier && (await findAccount(auth.db, identifier))) {
    const { provider, subject, login } = profile;
    const social = { provider, subject, login };
    const { reply, secrets } = await sendOtp(auth, caller, identifier.value, { social });
    return { reply: { sent: reply }, secrets };
  }
  if (identifier && !(await mayOpenAccount(auth, identifier, auth.clock.now())))
    throw new AppError("SOCIAL_FAILED");
  const proof = { by: grant.provider, profile, identifier } as const;
  const { reply, secrets } = await signIn(auth, caller, proof);
  return { reply: { signedIn: reply }, secrets };
}

function toNewIdentifier(auth: Auth, { email }: SocialProfile): Identifier {
  if (email === null) throw new AppError("SOCIAL_FAILED");
  return requireIdentifier(auth, email);
}
