import { renderMail } from "./mail-view.ts";
import { AddressRefused, type Mailer } from "./mailer.ts";

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
      const { id, to, unsubscribeUrl, ...message } = renderMail(productName, mail);
      const messageId = `<${id}@${domain}>`;
      const headers = unsubscribeUrl === undefined ? {} : toUnsubscribeHeaders(unsubscribeUrl);
      const opened = await transport;
      try {
        // As an object the address is taken as it is, and not as a list of several.
        await opened.sendMail({
          messageId,
          from,
          to: { name: "", address: to },
          headers,
          ...message,
        });
      } catch (error) {
        throw isAddressRefusal(error)
          ? new AddressRefused("The mail server refuses the address", { cause: error })
          : error;
      }
    },
    close() {
      void transport?.then((opened) => opened.close());
    },
  };
}

/** RFC 8058: a mail program may act by one request, without a page that asks. */
function toUnsubscribeHeaders(url: string) {
  return {
    "List-Unsubscribe": { prepared: true, value: `<${url}>` },
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Codes 5.7.x are about us and not about the address, such as a relay that is closed. */
const POLICY = /^5\d\d[ -]5\.7\./;

function isAddressRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, command, response = "", responseCode = 0 } = error as SmtpError;
  const isOfAddress = code === "EENVELOPE" && command === "RCPT TO" && responseCode >= 500;
  return isOfAddress && !POLICY.test(response);
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}
