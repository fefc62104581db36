import type { MailScope, Notification } from "@colbin/protocol";
import type { MailContent, MailItem } from "#server/platform/mail/mailer.ts";
import { toFoot } from "./mail-foot.service.ts";
import { toWordsOf } from "./notifications.view.ts";
import type { UnsubscribeLink } from "./unsubscribe-links.service.ts";

interface Frame {
  readonly publicUrl: string;
  readonly unsubscribe: UnsubscribeLink;
  readonly scope: MailScope;
  /** Of the reader. */
  readonly timeZone: string;
}

/** Things of one mail that are written out; of more it says how many there are. */
const SHOWN = 20;

/** One mail about what a person is told of one room or thing; a single notification is the mail itself. */
export function toBundleContent(all: readonly Notification[], frame: Frame): MailContent {
  const [first, ...others] = all;
  if (!first) throw new Error("A mail tells of something");
  const foot = toFoot(frame);
  const { title, body } = toWordsOf(first);
  const label = "Open it";
  if (others.length === 0)
    return {
      subject: title,
      paragraphs: [body],
      facts: [["When", toTime(first.updatedAt, frame.timeZone)]],
      action: { label, url: addressOf(first, frame) },
      ...foot,
    };
  const shown = all.slice(0, SHOWN).map((each) => toItem(each, frame));
  const left = all.length - shown.length;
  return {
    subject: toSubject(all),
    paragraphs: left === 0 ? [] : [`The first ${SHOWN} of ${all.length}:`],
    items: shown,
    ...foot,
  };
}

function toSubject(all: readonly Notification[]): string {
  const [first] = all;
  const place = first && "title" in first.facts ? first.facts.title : undefined;
  const count = `${all.length} notifications`;
  return place ? `${count} from ${place}` : count;
}

function toItem(notification: Notification, frame: Frame): MailItem {
  const { title, body: text } = toWordsOf(notification);
  const note = toTime(notification.updatedAt, frame.timeZone);
  return { title, text, note, url: addressOf(notification, frame) };
}

function addressOf({ url }: Notification, { publicUrl }: Frame): string {
  return `${publicUrl}${url ?? "/"}`;
}

/** `Sat, 28 Nov 2026, 18:05 GMT+1`: as the clocks of the reader show it. */
function toTime(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(new Date(at));
}
