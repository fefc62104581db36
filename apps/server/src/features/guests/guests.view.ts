import type { GuestLink } from "@colbin/protocol";
import type { GuestLinkRow } from "./guests.queries.ts";

/** What those who lead the room see of a link: never its code. */
export function toGuestLinkView(link: GuestLinkRow): GuestLink {
  const { createdAt, expiresAt, ...rest } = link;
  return { ...rest, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}

interface Address {
  readonly publicUrl: string;
  readonly slug: string;
  readonly code: string;
  /** As in the links by which rooms are shared. */
  readonly org: string;
}

/** `{origin}/chat/{slug}?guest={code}&org=` (rules-rooms 39). */
export function toGuestLink({ publicUrl, slug, code, org }: Address): string {
  const query = new URLSearchParams({ guest: code, org });
  return `${publicUrl}/chat/${encodeURIComponent(slug)}?${query.toString()}`;
}
