import { createHmac } from "node:crypto";
import { LINK_FILES_MS } from "@colbin/protocol";
import { isSameHash } from "#server/features/auth/secrets.service.ts";
import type { FoundLink } from "./links.queries.ts";

/*
 * A page loads images by their addresses, and no address carries a password. Behind one stands a key in its place: signed with the hash
 * of the password, which nobody is told, so that another password makes it worthless and nothing of it is stored.
 */

type Locked = Pick<FoundLink, "id" | "passwordHash">;

/** A key for the files of a link whose password was typed; null where it has none. */
export function makeFileKey({ id, passwordHash }: Locked, now: Date): string | null {
  if (passwordHash === null) return null;
  const end = now.getTime() + LINK_FILES_MS;
  return `${end}.${sign(passwordHash, id, end).toString("base64url")}`;
}

/** May the files of a link be loaded with this key? Without a password of the link they are with any, and with none. */
export function isFileKey({ id, passwordHash }: Locked, key: string, now: Date): boolean {
  if (passwordHash === null) return true;
  const [, end = "", signature = ""] = /^(\d{1,15})\.([\w-]{43})$/.exec(key) ?? [];
  return (
    Number(end) > now.getTime() &&
    isSameHash(Buffer.from(signature, "base64url"), sign(passwordHash, id, Number(end)))
  );
}

function sign(passwordHash: string, linkId: string, end: number): Buffer {
  return createHmac("sha256", passwordHash).update(`document files ${linkId} ${end}`).digest();
}
