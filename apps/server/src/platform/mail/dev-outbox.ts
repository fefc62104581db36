import type { Clock } from "../clock/clock.ts";
import type { Mail, Mailer } from "./mailer.ts";

/* Under OTP_DELIVERY=dev nothing leaves the machine: messages wait here for the person who tries the product out. */

const KEPT = 100;

export interface OutboxEntry extends Mail {
  readonly at: Date;
}

export interface DevOutbox extends Mailer {
  /** The last hundred, newest first. */
  list(): readonly OutboxEntry[];
}

/** A mailer that only remembers; older messages fall out. */
export function createDevOutbox(clock: Clock): DevOutbox {
  let entries: readonly OutboxEntry[] = [];
  return {
    canSend: true,
    async send(mail) {
      entries = [{ ...mail, at: clock.now() }, ...entries].slice(0, KEPT);
    },
    list: () => entries,
    close: () => undefined,
  };
}
