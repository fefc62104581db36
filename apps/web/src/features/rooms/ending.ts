import { toast } from "#web/design/toast.ts";
import { account } from "#web/lib/account.ts";
import { t } from "#web/lib/i18n.ts";
import { renew } from "#web/lib/use-renewal.ts";
import { tellFailure } from "#web/design/tell-failure.ts";
import { ROOM_TOAST_MS } from "./constants.ts";
import { endingTexts } from "./ending-texts.ts";
import { learnRoom } from "./entering.ts";

/** Gives an archived room back to everybody in it, and says so; a refusal is said as well. */
export function unarchiveRoom(slug: string): Promise<void> {
  return giveBack("unarchiveRoom", slug);
}

/** The same of a room that the person deleted. */
export function restoreRoom(slug: string): Promise<void> {
  return giveBack("restoreRoom", slug);
}

const texts = {
  unarchiveRoom: { done: endingTexts.unarchived, failed: endingTexts.unarchiveFailed },
  restoreRoom: { done: endingTexts.restored, failed: endingTexts.restoreFailed },
};

async function giveBack(name: keyof typeof texts, slug: string): Promise<void> {
  const act = async () => {
    await account.call(name, { params: { slug } });
    await learnRoom(slug);
    toast({ title: t(texts[name].done), durationMs: ROOM_TOAST_MS });
  };
  await tellFailure(texts[name].failed, act());
  void renew("listRooms");
}
