import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import Provider from "oidc-provider";

/* The providers of the tests: a real OpenID Connect one in the place of Google, and GitHub's form of OAuth by a server of our own. */

/** Who signs in at a provider from now on, or that nobody consents. */
interface Visitor {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isVerified: boolean;
}

export interface TestProvider {
  readonly origin: string;
  /** Variables of a server that knows the provider. */
  readonly environment: Readonly<Record<string, string>>;
  /** Undefined: the consent is denied. */
  visitor: Visitor | undefined;
  /** Answers nothing any more until it is called again. */
  isDown: boolean;
  close(): Promise<void>;
}

const CLIENT = { id: "colbin", secret: "a secret of the tests" } as const;

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}` };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** OpenID Connect. Whoever comes is signed in and consents at once. */
export async function startGoogle(): Promise<TestProvider> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const { server, url } = await listen((request, response) => {
    if (google.isDown) request.socket.destroy();
    else answer(request, response);
  });
  const google: TestProvider = {
    origin: url,
    environment: {
      GOOGLE_CLIENT_ID: CLIENT.id,
      GOOGLE_CLIENT_SECRET: CLIENT.secret,
      GOOGLE_ISSUER: url,
    },
    visitor: undefined,
    isDown: false,
    close: () => close(server),
  };
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: ["http://127.0.0.1/oauthify-redirect"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [await makeKey()] },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 60,
      IdToken: 60,
      Interaction: 60,
      Session: 60,
    },
    conformIdTokenClaims: false,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => {
        const { name = "", email = "", isVerified = false } = google.visitor ?? {};
        return { sub: id, name, email, email_verified: isVerified };
      },
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ["tests"] },
    pkce: { required: () => true },
  });
  // The port of the server under test is not known yet.
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    uri.endsWith("/oauthify-redirect");
  const serve = provider.callback();
  answer = (request, response) => {
    if (request.url?.startsWith("/interaction/")) void consent(provider, google, request, response);
    else void serve(request, response);
  };
  return google;
}

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig" };
}

async function consent(
  provider: Provider,
  { visitor }: TestProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!visitor) {
    const result = { error: "access_denied", error_description: "The person said no" };
    return provider.interactionFinished(request, response, result);
  }
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: visitor.id, clientId: CLIENT.id });
  grant.addOIDCScope(String(params["scope"]));
  const grantId = await grant.save();
  const result = { login: { accountId: visitor.id, remember: false }, consent: { grantId } };
  return provider.interactionFinished(request, response, result);
}

/** GitHub's OAuth: the answer to a refused code has status 200, and the person is read from the API. */
export async function startGitHub(): Promise<TestProvider> {
  const challenges = new Map<string, string>();
  const tokens = new Set<string>();
  const { server, url } = await listen((request, response) => {
    if (github.isDown) request.socket.destroy();
    else void answer(request, response);
  });
  const github: TestProvider = {
    origin: url,
    environment: {
      GITHUB_CLIENT_ID: CLIENT.id,
      GITHUB_CLIENT_SECRET: CLIENT.secret,
      GITHUB_URL: url,
    },
    visitor: undefined,
    isDown: false,
    close: () => close(server),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", url);
    if (pathname === "/login/oauth/authorize") authorize(searchParams, response);
    else if (pathname === "/login/oauth/access_token")
      sendJson(response, exchange(new URLSearchParams(await readText(request))));
    else if (!tokens.has(request.headers.authorization?.replace("Bearer ", "") ?? ""))
      sendJson(response, { message: "Bad credentials" }, 401);
    else sendJson(response, pathname === "/api/v3/user" ? toUser() : toEmails());
  }

  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    const code = randomBytes(16).toString("hex");
    const back = new URL(asked.get("redirect_uri") ?? "");
    back.searchParams.set("state", asked.get("state") ?? "");
    if (github.visitor) {
      challenges.set(code, asked.get("code_challenge") ?? "");
      back.searchParams.set("code", code);
    } else back.searchParams.set("error", "access_denied");
    response.writeHead(302, { location: back.href }).end();
  }

  function exchange(asked: URLSearchParams): object {
    const challenge = challenges.get(asked.get("code") ?? "");
    challenges.delete(asked.get("code") ?? "");
    const shown = createHash("sha256")
      .update(asked.get("code_verifier") ?? "")
      .digest("base64url");
    if (challenge !== shown || asked.get("client_secret") !== CLIENT.secret)
      return { error: "bad_verification_code" };
    const token = randomBytes(16).toString("hex");
    tokens.add(token);
    return { access_token: token, token_type: "bearer", scope: "read:user,user:email" };
  }

  const toUser = () => ({
    id: Number(github.visitor?.id),
    login: github.visitor?.name.toLowerCase(),
    name: github.visitor?.name,
  });
  const toEmails = () => [
    { email: "old@example.org", primary: false, verified: true },
    { email: github.visitor?.email, primary: true, verified: github.visitor?.isVerified },
  ];
  return github;
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** Goes to the provider's page as a browser does, until it leads back; what the address of the return carries. */
export async function visitProvider(address: string, publicUrl: string): Promise<URLSearchParams> {
  const jar = new Map<string, string>();
  let url = new URL(address);
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const set of reply.headers.getSetCookie()) {
      const [name = "", value = ""] = set.split(";")[0]?.split("=") ?? [];
      jar.set(name, value);
    }
    const location = reply.headers.get("location");
    if (location === null) throw new Error(`${url.href} answered ${reply.status}`);
    url = new URL(location, url);
    if (url.href.startsWith(`${publicUrl}/`)) return url.searchParams;
  }
  throw new Error("The provider leads nowhere");
}
