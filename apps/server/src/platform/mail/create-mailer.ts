import type { Config } from "../../config.ts";
import type { Clock } from "../clock/clock.ts";
import { createDevOutbox, type DevOutbox } from "./dev-outbox.ts";
import type { Mailer } from "./mailer.ts";
import { createSmtpMailer } from "./smtp-mailer.ts";

type MailConfig = Pick<Config, "otpDelivery" | "smtpUrl" | "mailFrom">;

/** Under dev delivery an outbox that nothing leaves, else SMTP, else a mailer that says it cannot send. */
export function createMailer(config: MailConfig, clock: Clock): Mailer | DevOutbox {
  if (config.otpDelivery === "dev") return createDevOutbox(clock);
  if (config.smtpUrl !== undefined && config.mailFrom !== undefined)
    return createSmtpMailer(config.smtpUrl, config.mailFrom);
  return {
    canSend: false,
    send: () => Promise.reject(new Error("There is no mail server: SMTP_URL is not set")),
    close: () => undefined,
  };
}
