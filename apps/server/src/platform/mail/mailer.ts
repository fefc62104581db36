/*
 * Mail as a seam: SMTP in production, an outbox in memory under OTP_DELIVERY=dev. A mail is sent from a job, never while
 * a person waits.
 */

/** One of several things that a mail tells of. */
export interface MailItem {
  readonly title: string;
  readonly text: string;
  /** Such as when it was. */
  readonly note?: string;
  /** One that we made. */
  readonly url?: string;
}

/** What a mail says, in the order in which it says it; how it looks is written once, in mail-view.ts. */
export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Names and values, a line each. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  readonly items?: readonly MailItem[];
  /** The one thing to do; its address is one that we made. */
  readonly action?: { readonly label: string; readonly url: string };
  readonly foot?: string;
  /** Behind the foot; addresses that we made. */
  readonly footLinks?: readonly { readonly label: string; readonly url: string }[];
}

export interface Mail {
  /** The same in every try to send this mail, and in no other mail: its Message-ID is made of it. */
  readonly key: string;
  readonly to: string;
  readonly content: MailContent;
  /** Where mail programs post to for a person who wants no such mail any more (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** The mail server refused the address for good (SMTP 5xx to RCPT): trying again is of no use. */
export class AddressRefused extends Error {}

export interface Mailer {
  /** False when there is nothing to send with; callers then offer another way. */
  readonly canSend: boolean;
  /** Throws when the mail was not handed over; a job tries again, but for AddressRefused. */
  send(mail: Mail): Promise<void>;
  close(): void;
}
