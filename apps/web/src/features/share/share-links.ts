import { linkTo, type LinkedWorkspace } from "#web/lib/routing/paths.ts";

export interface Inviter {
  readonly id: string;
  readonly fullName: string;
  /** Where the room is. */
  readonly org: LinkedWorkspace;
}

/** `{origin}/chat/{slug}` with who invites; the link carries no right (rules-rooms 37). */
export function roomLink(origin: string, roomSlug: string, inviter: Inviter): string {
  const { id: invitedBy, fullName: inviterName, org } = inviter;
  return linkTo(origin, roomSlug, { invitedBy, inviterName, org });
}

export const shareTargets = ["twitter", "facebook", "whatsapp", "telegram", "email"] as const;
export type ShareTarget = (typeof shareTargets)[number];

/** Where the sharing page of each target takes the link and the words that go with it. */
export function shareHref(target: ShareTarget, link: string, words: string): string {
  switch (target) {
    case "twitter":
      return withQuery("twitter.com/intent/tweet", { text: words, url: link });
    case "facebook":
      return withQuery("www.facebook.com/sharer/sharer.php", { u: link });
    case "whatsapp":
      return withQuery("wa.me", { text: `${words} ${link}` });
    case "telegram":
      return withQuery("t.me/share/url", { url: link, text: words });
    case "email":
      return `mailto:?subject=${encodeURIComponent(words)}&body=${encodeURIComponent(link)}`;
  }
}

function withQuery(place: string, query: Record<string, string>): string {
  const url = new URL(`https://${place}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
