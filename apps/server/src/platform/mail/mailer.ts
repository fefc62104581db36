/*
 * Mail as a seam: SMTP in production, an outbox in memory under OTP_DELIVERY=dev. A mail is sent from a job, never while
 * a person waits.
 */

/** What a mail says, in the order in which it says it; how it looks is written once, in mail-view.ts. */
export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Names and values, a line each. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  /** The one thing to do; its address is one that we made. */
  readonly action?: { readonly label: string; readonly url: string };
  readonly foot?: string;
}

export interface Mail {
  /** The same in every try to send this mail, and in no other mail: its Message-ID is made of it. */
  readonly key: string;
  readonly to: string;
  readonly content: MailContent;
}

export interface Mailer {
  /** False when there is nothing to send with; callers then offer another way. */
  readonly canSend: boolean;
  /** Throws when the mail was not handed over; a job tries again. */
  send(mail: Mail): Promise<void>;
  close(): void;
}
