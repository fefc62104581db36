import type { Clock } from "../clock/clock.ts";
import { renderMail, type RenderedMail } from "./mail-view.ts";
import type { Mailer } from "./mailer.ts";

/* Under OTP_DELIVERY=dev nothing leaves the machine: messages wait here for the person who tries the product out. */

const KEPT = 100;

export interface OutboxEntry extends RenderedMail {
  readonly at: Date;
}

export interface DevOutbox extends Mailer {
  /** The last hundred, newest first. */
  list(): readonly OutboxEntry[];
}

/** A mailer that only remembers; older messages fall out. */
export function createDevOutbox(productName: string, clock: Clock): DevOutbox {
  let entries: readonly OutboxEntry[] = [];
  return {
    canSend: true,
    async send(mail) {
      const entry = { ...renderMail(productName, mail), at: clock.now() };
      entries = [entry, ...entries].slice(0, KEPT);
    },
    list: () => entries,
    close: () => undefined,
  };
}
