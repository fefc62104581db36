import type { QuietHours } from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";

interface Known {
  /** The person, and the zone in which their hours are meant. */
  readonly key: string;
  readonly hours: QuietHours;
}

/** The hours are the same in every workspace. */
const anywhere = { workspaceId: null };
let known: Known | undefined;

/** Forgets what is known with each change, on whatever device it is made. */
export function followQuietHours(): void {
  chat.lists.onNews(({ part }) => {
    if (part === "notification-settings") known = undefined;
  });
}

/** The end of the pause or of the quiet hours that hold now; null for none, and where the server, asked once for each quiet time, fails. */
export async function findQuietUntil(): Promise<Date | null> {
  const { user } = account.session.getSnapshot();
  // Link guests have no settings (rules-identity 24).
  if (!user || user.role === "GUEST") return null;
  const key = `${user.id} ${user.preferences.timezone}`;
  if (known?.key !== key || isOver(known.hours)) {
    try {
      known = { key, hours: await chat.lists.call("getQuietHours", {}, anywhere) };
    } catch {
      return null;
    }
  }
  const { quietUntil } = known.hours;
  return quietUntil === null ? null : new Date(quietUntil);
}

function isOver({ quietUntil, quietFrom }: QuietHours): boolean {
  const next = quietUntil ?? quietFrom;
  return next !== null && Date.parse(next) <= Date.now();
}
