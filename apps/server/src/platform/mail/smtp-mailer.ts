import { renderMail } from "./mail-view.ts";
import type { Mailer } from "./mailer.ts";

/* Mail through the operator's server. The library is loaded with the first mail: most starts send none. */

const PATIENCE_MS = 15_000;

interface SmtpSettings {
  readonly url: string;
  readonly from: string;
  readonly productName: string;
}

/** Pooled connections to SMTP_URL; throws from `send` when the server refuses or does not answer in time. */
export function createSmtpMailer({ url, from, productName }: SmtpSettings): Mailer {
  const options = {
    url,
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
  const domain = /@([^\s<>@]+)/.exec(from)?.[1] ?? "localhost";
  let transport: ReturnType<typeof open> | undefined;
  return {
    canSend: true,
    async send(mail) {
      transport ??= open();
      const { id, to, ...message } = renderMail(productName, mail);
      const messageId = `<${id}@${domain}>`;
      // As an object the address is taken as it is, and not as a list of several.
      await (
        await transport
      ).sendMail({ messageId, from, to: { name: "", address: to }, ...message });
    },
    close() {
      void transport?.then((opened) => opened.close());
    },
  };
}
