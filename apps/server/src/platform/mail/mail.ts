import type { Config } from "../../config.ts";
import type { Clock } from "../clock/clock.ts";
import { createDevOutbox, type DevOutbox } from "./dev-outbox.ts";
import type { Mailer } from "./mailer.ts";
import { createSmtpMailer } from "./smtp-mailer.ts";

type MailConfig = Pick<Config, "productName" | "otpDelivery" | "smtpUrl" | "mailFrom">;

export interface MailService {
  readonly mailer: Mailer;
  /** Where the mail is instead of on its way; only under dev delivery. */
  readonly outbox: DevOutbox | undefined;
}

/** Under dev delivery an outbox that nothing leaves, else SMTP, else a mailer that says it cannot send. */
export function createMail(config: MailConfig, clock: Clock): MailService {
  if (config.otpDelivery === "dev") {
    const outbox = createDevOutbox(config.productName, clock);
    return { mailer: outbox, outbox };
  }
  return { mailer: createRealMailer(config), outbox: undefined };
}

function createRealMailer({ productName, smtpUrl: url, mailFrom: from }: MailConfig): Mailer {
  if (url !== undefined && from !== undefined) return createSmtpMailer({ url, from, productName });
  return {
    canSend: false,
    send: () => Promise.reject(new Error("There is no mail server: SMTP_URL is not set")),
    close: () => undefined,
  };
}
