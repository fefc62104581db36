/*
 * Mail as a seam: SMTP in production, an outbox in memory under OTP_DELIVERY=dev. A mail is sent from a job, never while
 * a person waits.
 */

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; every mail can be read without HTML. */
  readonly text: string;
}

export interface Mailer {
  /** False when there is nothing to send with; callers then offer another way. */
  readonly canSend: boolean;
  /** Throws when the mail was not handed over; a job tries again. */
  send(mail: Mail): Promise<void>;
  close(): void;
}
