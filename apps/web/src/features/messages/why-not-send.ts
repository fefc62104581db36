import type { Subscription } from "@colbin/protocol";
import { t } from "#web/lib/i18n.ts";
import { maySend } from "./may-send.ts";
import { messageTexts } from "./texts.ts";

/** Why the person may not write into the room; undefined where they may. */
export function whyNotSend(place: Pick<Subscription, "role" | "status">): string | undefined {
  if (maySend(place)) return undefined;
  return t(place.status === "ACTIVE" ? messageTexts.readAccess : messageTexts.archived);
}
