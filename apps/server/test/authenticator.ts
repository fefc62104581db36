import type { NewPasskey, PasskeyAnswer } from "@colbin/protocol";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/* A device with one passkey, as browsers speak of it (WebAuthn, 6 and 7). */

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Situation {
  readonly origin: string;
  readonly domain: string;
  /** The person showed the device that it is them. */
  readonly isVerified?: boolean;
}

export interface Authenticator {
  make(options: Record<string, unknown>): NewPasskey;
  answer(options: Record<string, unknown>, but?: Partial<Situation>): PasskeyAnswer;
}

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();

/** The device in a browser that shows the page of this origin. */
export function openAuthenticator(usual: Situation): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  let signatures = 0;

  function toData({ domain, isVerified = true }: Situation, flags = 0): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(signatures);
    const verified = isVerified ? USER_VERIFIED : 0;
    return Buffer.concat([sha256(domain), Buffer.of(USER_PRESENT | verified | flags), count]);
  }

  const toClientData = (type: string, { challenge }: Record<string, unknown>, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = { id: toText(id), rawId: toText(id), type: "public-key" } as const;

  return {
    make(options) {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]);
      const made = [Buffer.alloc(16), Buffer.of(0, id.length), id, isoCBOR.encode(key)];
      const authData = Buffer.concat([toData(usual, HAS_CREDENTIAL), ...made]);
      const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
        ["fmt", "none"],
        ["attStmt", new Map<string, never>()],
        ["authData", new Uint8Array(authData)],
      ]);
      const clientData = toClientData("webauthn.create", options, usual.origin);
      const response = {
        clientDataJSON: toText(clientData),
        attestationObject: toText(isoCBOR.encode(attestation)),
        transports: ["internal"],
      };
      return { ...credential, response };
    },
    answer(options, but = {}) {
      const situation = { ...usual, ...but };
      signatures += 1;
      const authData = toData(situation);
      const clientData = toClientData("webauthn.get", options, situation.origin);
      const signature = sign("sha256", Buffer.concat([authData, sha256(clientData)]), privateKey);
      const response = {
        clientDataJSON: toText(clientData),
        authenticatorData: toText(authData),
        signature: toText(signature),
      };
      return { ...credential, response };
    },
  };
}
