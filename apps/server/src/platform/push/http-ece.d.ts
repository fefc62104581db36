declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  /** Encrypted content encoding (RFC 8188, 8291), by the author of both; it has no types of its own. */
  interface Parameters {
    readonly version: "aes128gcm";
    readonly privateKey: ECDH;
    /** Of the browser, in base64url; of an encrypted text it is in its header. */
    readonly dh?: string;
    readonly authSecret: string;
  }
  export function encrypt(text: Buffer, parameters: Parameters): Buffer;
  export function decrypt(sealed: Buffer, parameters: Parameters): Buffer;
}
