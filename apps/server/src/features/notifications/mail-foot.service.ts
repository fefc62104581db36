import type { MailScope } from "@colbin/protocol";
import type { MailContent } from "#server/platform/mail/mailer.ts";
import type { UnsubscribeLink } from "./unsubscribe-links.service.ts";

const reasons: { readonly [S in MailScope]: string } = {
  messages: "You get mails about messages because they are switched on in your settings.",
  rooms: "You get mails about your rooms because they are switched on in your settings.",
  organizations:
    "You get mails about your organizations because they are switched on in your settings.",
  account: "You get mails about your own things because they are switched on in your settings.",
  digest: "You get a summary of each week because it is switched on in your settings.",
  all: "You get mails like this because they are switched on in your settings.",
};

/** Why the person gets it, and the way out of such mails. */
export function toFoot({
  scope,
  unsubscribe,
}: {
  readonly scope: MailScope;
  readonly unsubscribe: UnsubscribeLink;
}): Required<Pick<MailContent, "foot" | "footLinks">> {
  return {
    foot: reasons[scope],
    footLinks: [{ label: "Get no more of them", url: unsubscribe.pageUrl }],
  };
}
