import { PLAN_MAX_MS, PLAN_MIN_MS, REMINDER_NOTE_MAX } from "@colbin/protocol";
import { Clock } from "lucide-react";
import { momentText } from "#web/design/form/near-times.ts";
import { toast } from "#web/design/overlay/toast.ts";
import { readMinutes } from "./read-minutes.ts";
import type { SlashCommand } from "./slash-command.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";
import { laterTexts } from "#web/features/saved/later-texts.ts";

/** `/remind 20m Water the plants`: a time from now on, and what to do then. */
export const remindCommand: SlashCommand = {
  name: "remind",
  icon: Clock,
  argument: laterTexts.remindExample,
  help: laterTexts.remindHelp,
  needsArgument: true,
  when: () => !isLinkGuest(),
  check: (argument) => (readReminder(argument) ? undefined : t(laterTexts.remindWrong)),
  async run(argument) {
    const wish = readReminder(argument);
    if (!wish) return;
    const now = new Date();
    // A minute of which a part passes on the way would be too short.
    const at = new Date(now.getTime() + Math.max(wish.ms, PLAN_MIN_MS + MARGIN_MS));
    const body = { note: wish.note, remindAt: at.toISOString() };
    await account.call("createReminder", { body });
    toast({ title: t(laterTexts.remindSet, { when: momentText(at, now) }) });
  },
};

const MINUTE_MS = 60_000;
const MARGIN_MS = 5_000;

/** The time and the note; undefined where one of them is missing, or too long. */
export function readReminder(argument: string): { ms: number; note: string } | undefined {
  const [, time = "", note = ""] = /^(\d+\s*\p{L}+)\s+([^]*)$/u.exec(argument.trim()) ?? [];
  const minutes = readMinutes(time, PLAN_MAX_MS / MINUTE_MS);
  const isFitting = note !== "" && Array.from(note).length <= REMINDER_NOTE_MAX;
  return minutes !== undefined && isFitting ? { ms: minutes * MINUTE_MS, note } : undefined;
}
