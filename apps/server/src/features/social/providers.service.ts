import type { SocialProvider } from "@colbin/protocol";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchProtectedResource,
} from "openid-client";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Logger } from "#server/platform/log/log.ts";
import type { SocialIdentity } from "./social.queries.ts";

/* Google and GitHub are asked for the identity of a person, and for an address that they have verified. Tokens are not kept. */

export interface SocialProfile extends SocialIdentity {
  readonly fullName: string | null;
  /** Verified by the provider; null where there is none: what is not verified proves nothing. */
  readonly email: string | null;
}

/** The secrets of one way to a provider and back. */
export interface SocialSecrets {
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string;
}

interface SocialClient {
  /** The address of the page where a person consents. */
  start(redirectUri: string, secrets: SocialSecrets): Promise<string>;
  /** The person, by the return from there. */
  finish(redirectUri: string, secrets: SocialSecrets, returned: Returned): Promise<SocialProfile>;
}

/** What the address of the return carried. */
interface Returned {
  readonly code: string;
  readonly iss?: string | undefined;
}

type SocialSettings = Pick<
  Config,
  | "googleClientId"
  | "googleClientSecret"
  | "googleIssuer"
  | "githubClientId"
  | "githubClientSecret"
  | "githubUrl"
>;

/** So long a provider may take. */
const TIMEOUT_S = 10;

/** The operator has registered a client there: id and secret are set. */
export function isConfigured(settings: SocialSettings, provider: SocialProvider): boolean {
  return toCredentials(settings, provider) !== undefined;
}

function toCredentials(settings: SocialSettings, provider: SocialProvider) {
  const [clientId, secret] =
    provider === "google"
      ? [settings.googleClientId, settings.googleClientSecret]
      : [settings.githubClientId, settings.githubClientSecret];
  return clientId === undefined || secret === undefined ? undefined : { clientId, secret };
}

/** The client of a provider. Its calls throw PROVIDER_NOT_CONFIGURED, and SOCIAL_FAILED where the provider refuses or is down. */
export function createSocialClients(settings: SocialSettings, log: Log): SocialClients {
  return {
    google: reported(createGoogle(settings), log, "google"),
    github: reported(createGitHub(settings), log, "github"),
  };
}

export type SocialClients = Readonly<Record<SocialProvider, SocialClient>>;
type Log = Pick<Logger, "warn">;

/** A provider's own words about its refusal are for nobody but the log. */
function reported(client: SocialClient, log: Log, provider: SocialProvider): SocialClient {
  const orFailed = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      if (error instanceof AppError) throw error;
      log.warn({ err: error, provider }, "A provider refused a sign-in, or did not answer");
      throw new AppError("SOCIAL_FAILED");
    }
  };
  return {
    start: (...given) => orFailed(() => client.start(...given)),
    finish: (...given) => orFailed(() => client.finish(...given)),
  };
}

/** OpenID Connect, as described by the provider itself; asked anew until it has answered once. */
function createGoogle(settings: SocialSettings): SocialClient {
  let known: Promise<Configuration> | undefined;
  const configure = (): Promise<Configuration> => {
    const { clientId, secret } = requireCredentials(settings, "google");
    const issuer = new URL(settings.googleIssuer);
    const execute = [enableNonRepudiationChecks, ...insecure(issuer)];
    known ??= discovery(issuer, clientId, secret, ClientSecretPost(secret), {
      execute,
      timeout: TIMEOUT_S,
    }).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  return {
    async start(redirectUri, secrets) {
      const { nonce, ...rest } = secrets;
      const parameters = await toParameters(redirectUri, rest, "openid email profile");
      return buildAuthorizationUrl(await configure(), { ...parameters, nonce }).href;
    },
    async finish(redirectUri, secrets, returned) {
      const tokens = await authorizationCodeGrant(
        await configure(),
        toReturn(redirectUri, secrets, returned),
        {
          expectedState: secrets.state,
          pkceCodeVerifier: secrets.verifier,
          expectedNonce: secrets.nonce,
          idTokenExpected: true,
        },
      );
      const { sub, email, name, email_verified } = googleClaims.parse(tokens.claims());
      return {
        provider: "google",
        subject: sub,
        login: email ?? null,
        fullName: name ?? null,
        email: email !== undefined && email_verified === true ? email : null,
      };
    },
  };
}

const googleClaims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
});

/** OAuth without OpenID: the person is read from the API. */
function createGitHub(settings: SocialSettings): SocialClient {
  const site = new URL(settings.githubUrl);
  // A server of one's own has its API below its address.
  const api = site.hostname === "github.com" ? "https://api.github.com" : `${site.origin}/api/v3`;
  const configure = (): Configuration => {
    const { clientId, secret } = requireCredentials(settings, "github");
    const configuration = new Configuration(
      {
        issuer: site.origin,
        authorization_endpoint: `${site.origin}/login/oauth/authorize`,
        token_endpoint: `${site.origin}/login/oauth/access_token`,
      },
      clientId,
      secret,
      ClientSecretPost(secret),
    );
    configuration.timeout = TIMEOUT_S;
    for (const each of insecure(site)) each(configuration);
    return configuration;
  };
  return {
    async start(redirectUri, secrets) {
      const parameters = await toParameters(redirectUri, secrets, "read:user user:email");
      return buildAuthorizationUrl(configure(), parameters).href;
    },
    async finish(redirectUri, secrets, returned) {
      const configuration = configure();
      const { access_token: token } = await authorizationCodeGrant(
        configuration,
        toReturn(redirectUri, secrets, { code: returned.code }),
        { expectedState: secrets.state, pkceCodeVerifier: secrets.verifier },
      );
      const read = async (path: string): Promise<unknown> => {
        const url = new URL(`${api}${path}`);
        const reply = await fetchProtectedResource(configuration, token, url, "GET");
        if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
        return reply.json();
      };
      const { id, login, name } = gitHubUser.parse(await read("/user"));
      const emails = gitHubEmails.parse(await read("/user/emails"));
      const email = emails.find(({ primary, verified }) => primary && verified)?.email ?? null;
      return { provider: "github", subject: String(id), login, fullName: name ?? null, email };
    },
  };
}

const gitHubUser = z.object({
  id: z.int(),
  login: z.string(),
  name: z.string().nullish(),
});
const gitHubEmails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

function requireCredentials(settings: SocialSettings, provider: SocialProvider) {
  const credentials = toCredentials(settings, provider);
  if (!credentials) throw new AppError("PROVIDER_NOT_CONFIGURED");
  return credentials;
}

/** A provider on this machine, which an operator tries things out with, has no certificate. */
function insecure(site: URL): ((configuration: Configuration) => void)[] {
  return site.protocol === "http:" ? [allowInsecureRequests] : [];
}

async function toParameters(
  redirectUri: string,
  { state, verifier }: Pick<SocialSecrets, "state" | "verifier">,
  scope: string,
): Promise<Record<string, string>> {
  return {
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
}

/** As the browser came back. */
function toReturn(redirectUri: string, { state }: SocialSecrets, { code, iss }: Returned): URL {
  const url = new URL(redirectUri);
  url.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
  return url;
}
