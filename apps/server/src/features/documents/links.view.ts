import type { DocumentLink } from "@colbin/protocol";
import type { LinkRow } from "./links.queries.ts";

/** A link as leaders of the document see it: never its token. */
export function toDocumentLink({ expiresAt, createdAt, ...rest }: LinkRow): DocumentLink {
  return {
    ...rest,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** `{origin}/public/document/{token}` */
export function toPublicLink(publicUrl: string, token: string): string {
  return `${publicUrl}/public/document/${token}`;
}
