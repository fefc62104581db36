import { createECDH, createHash } from "node:crypto";
import { encrypt } from "http_ece";
import { AppError } from "../app-error.ts";
import type { Clock } from "../clock/clock.ts";
import { OutgoingFailed, type Outgoing } from "../outgoing/outgoing.ts";
import { isKnownPushService } from "./push-services.rules.ts";
import { toVapidHeader, type VapidKey } from "./vapid.ts";

/*
 * One push to one browser: encrypted for it alone (RFC 8291), signed by this server (RFC 8292), through the outgoing guard, since a
 * person gives the address. Nothing is tried again here, and no address or text is in what it answers.
 */

/** How long a push service keeps a push: nobody wants to know it later. */
const LIFE_S = 24 * 60 * 60;
/** Of base64url, at most (RFC 8030, section 5.4). */
const TOPIC_CHARS = 32;
const CURVE = "prime256v1";

/** Where a browser is pushed to, as it says itself. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushMessage {
  /** 3,993 bytes at most, which is what every push service takes. */
  readonly text: string;
  /** A push that still waits at the service is replaced by the next one about the same. */
  readonly topic: string;
  readonly urgency: "high" | "low";
}

/** `gone`: the browser will never take one again. `failed` says why in a word for the log. */
export type PushResult =
  | { readonly result: "sent" | "gone" }
  | { readonly result: "failed"; readonly reason: string };

export interface WebPush {
  readonly publicKey: string;
  /** Rejects only where the server itself has a defect. */
  push(target: PushTarget, message: PushMessage): Promise<PushResult>;
}

export interface WebPushDeps {
  readonly outgoing: Pick<Outgoing, "post">;
  readonly key: VapidKey;
  readonly clock: Pick<Clock, "now">;
  /** Of this server, where a push service can find who runs it. */
  readonly publicUrl: string;
}

/** The pushes of one process. */
export function createWebPush({ outgoing, key, clock, publicUrl }: WebPushDeps): WebPush {
  const subject = toSubject(publicUrl);
  return {
    publicKey: key.publicKey,
    async push({ endpoint, ...keys }, { text, topic, urgency }) {
      const authorization = await toVapidHeader(key, { endpoint, subject, now: clock.now() });
      try {
        const { status } = await outgoing.post(endpoint, {
          body: seal(keys, text),
          headers: {
            authorization,
            "content-type": "application/octet-stream",
            "content-encoding": "aes128gcm",
            ttl: String(LIFE_S),
            topic: toTopic(topic),
            urgency,
          },
          isCounted: !isKnownPushService(new URL(endpoint)),
        });
        return toResult(status);
      } catch (error) {
        if (error instanceof AppError) return { result: "failed", reason: error.code };
        if (error instanceof OutgoingFailed) return { result: "failed", reason: error.message };
        throw error;
      }
    },
  };
}

/** Services want an address at which they find somebody (RFC 8292, section 2.1). */
function toSubject(publicUrl: string): string {
  const { protocol, hostname, origin } = new URL(publicUrl);
  return protocol === "https:" ? origin : `mailto:postmaster@${hostname}`;
}

function seal({ p256dh, auth }: Omit<PushTarget, "endpoint">, text: string): Buffer {
  const privateKey = createECDH(CURVE);
  privateKey.generateKeys();
  const parameters = { version: "aes128gcm", privateKey, dh: p256dh, authSecret: auth } as const;
  return encrypt(Buffer.from(text), parameters);
}

function toTopic(topic: string): string {
  return createHash("sha256").update(topic).digest("base64url").slice(0, TOPIC_CHARS);
}

function toResult(status: number): PushResult {
  if (status >= 200 && status < 300) return { result: "sent" };
  if (status === 404 || status === 410) return { result: "gone" };
  return { result: "failed", reason: `status ${status}` };
}
