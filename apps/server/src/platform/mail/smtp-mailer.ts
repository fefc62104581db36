import type { Mail, Mailer } from "./mailer.ts";

/* Mail through the operator's server. The library is loaded with the first mail: most starts send none. */

const PATIENCE_MS = 15_000;

/** Pooled connections to SMTP_URL; throws from `send` when the server refuses or does not answer in time. */
export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const options = {
    url: smtpUrl,
    pool: true as const,
    maxConnections: 3,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    // A message is text that we wrote: it may never pull in a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const open = async () => (await import("nodemailer")).createTransport(options);
  let transport: ReturnType<typeof open> | undefined;
  return {
    canSend: true,
    async send({ to, subject, text }: Mail) {
      transport ??= open();
      // As an object the address is taken as it is, and not as a list of several.
      await (await transport).sendMail({ from, to: { name: "", address: to }, subject, text });
    },
    close() {
      void transport?.then((opened) => opened.close());
    },
  };
}
