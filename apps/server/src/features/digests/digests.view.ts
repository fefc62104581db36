import { toFoot } from "#server/features/notifications/mail-foot.service.ts";
import type { UnsubscribeLink } from "#server/features/notifications/unsubscribe-links.service.ts";
import type { MailContent, MailItem } from "#server/platform/mail/mailer.ts";
import type { DigestEntry } from "./digest-entries.queries.ts";

interface Frame {
  readonly publicUrl: string;
  readonly productName: string;
  readonly unsubscribe: UnsubscribeLink;
  /** Of the organization; null for Personal. */
  readonly title: string | null;
}

/** Lines of one mail. */
const SHOWN = 20;

/** The mail of a week: what waits for an answer first, then what was not read. */
export function toDigestContent(
  entries: readonly DigestEntry[],
  { publicUrl, productName, unsubscribe, title }: Frame,
): MailContent {
  return {
    subject: `Your week in ${title ?? productName}`,
    paragraphs: ["What waits for you, and what you have not read:"],
    items: entries.slice(0, SHOWN).map((entry) => toItem(entry, publicUrl)),
    action: { label: `Open ${productName}`, url: `${publicUrl}/` },
    ...toFoot({ scope: "digest", unsubscribe }),
  };
}

function toItem(entry: DigestEntry, publicUrl: string): MailItem {
  return { title: toTitle(entry), text: "", url: `${publicUrl}${pathOf(entry)}` };
}

const titles: { readonly [K in DigestEntry["kind"]]: (entry: DigestEntry) => string } = {
  invitation: ({ name, title }) =>
    name === null ? `You are invited to the room ${title}` : `${name} invites you to ${title}`,
  mentions: ({ count, title }) => `${counted(count, "mention")} in ${title}`,
  conversation: ({ count, title }) => `${counted(count, "message")} from ${title}`,
  threads: ({ count, title }) => `${counted(count, "thread")} with new replies in ${title}`,
  busy: ({ count, title }) => `${counted(count, "message")} this week in ${title}`,
};

function toTitle(entry: DigestEntry): string {
  return titles[entry.kind](entry);
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function pathOf({ slug, invitationId }: DigestEntry): string {
  return slug === null ? `/invite/join?code=${invitationId ?? ""}` : `/chat/${slug}`;
}
