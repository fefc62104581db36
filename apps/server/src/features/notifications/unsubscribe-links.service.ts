import { createHmac, timingSafeEqual } from "node:crypto";
import { API_BASE_PATH, mailScopes, type MailScope, type UserId } from "@colbin/protocol";

/*
 * Links in mails that switch mails off, signed out as well. Nothing is stored for them: a token names the person and what it is about, and
 * its signature holds the address of the mail, so that it opens nothing once the person has another one.
 */

export interface UnsubscribeSubject {
  readonly userId: UserId;
  readonly scope: MailScope;
}

export interface UnsubscribeLink {
  /** The page that asks. The token stands behind the #, so that no log on the way sees it. */
  readonly pageUrl: string;
  /** Mail programs post to it (RFC 8058). */
  readonly apiUrl: string;
}

export interface UnsubscribeLinks {
  make(subject: UnsubscribeSubject & { readonly address: string }): UnsubscribeLink;
  pageOf(token: string): string;
  /** The person and the mails that a token names, not yet believed; undefined for a text that is no token. */
  read(token: string): UnsubscribeSubject | undefined;
  /** Was it made for a mail to this address? */
  isGenuine(token: string, address: string): boolean;
}

/** Links of one instance, by its secret. */
export function createUnsubscribeLinks(secret: Uint8Array, publicUrl: string): UnsubscribeLinks {
  const sign = ({ userId, scope }: UnsubscribeSubject, address: string) =>
    createHmac("sha256", secret)
      .update(JSON.stringify(["unsubscribe", userId, scope, address]))
      .digest();
  const pageOf = (token: string) => `${publicUrl}/unsubscribe#token=${token}`;
  const read = (token: string) => {
    const [, scope, id] = TOKEN.exec(token) ?? [];
    if (id === undefined || !isScope(scope)) return undefined;
    return { scope, userId: toUuid(Buffer.from(id, "base64url")) as UserId };
  };
  return {
    pageOf,
    read,
    make({ address, ...subject }) {
      const id = Buffer.from(subject.userId.replaceAll("-", ""), "hex").toString("base64url");
      const token = `${subject.scope}.${id}.${sign(subject, address).toString("base64url")}`;
      const apiUrl = `${publicUrl}${API_BASE_PATH}/public/notifications/unsubscribe/${token}`;
      return { pageUrl: pageOf(token), apiUrl };
    },
    isGenuine(token, address) {
      const subject = read(token);
      const signature = Buffer.from(TOKEN.exec(token)?.[3] ?? "", "base64url");
      if (!subject) return false;
      const wanted = sign(subject, address);
      return signature.length === wanted.length && timingSafeEqual(signature, wanted);
    },
  };
}

/** Scope, person and signature. */
const TOKEN = /^([a-z]+)\.([\w-]{22})\.([\w-]{43})$/;

function isScope(text: string | undefined): text is MailScope {
  return mailScopes.some((scope) => scope === text);
}

function toUuid(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
