import { localToggles } from "#web/features/users/local-toggles.ts";
import { account } from "#web/lib/api/account.ts";
import { chatSound, mentionTone, messageTone } from "./chat-sound.ts";
import { claim } from "./claim.ts";
import { findHeard, followWishes } from "./hearing.ts";
import { listenToNews } from "./listen-to-news.ts";
import type { News } from "./news.ts";
import { mayPlay, playSound } from "./play-sound.ts";
import { followQuietHours } from "./quiet-now.ts";
import { followSight } from "./sight.ts";

/** Other sounds of that time are left out. */
const PAUSE_MS = 1_000;
/** A tab that learns of the message later than that would be a second one with its sound. */
const MEMORY_MS = 10_000;

let isFollowing = false;

/** From now on a message of another person makes a sound, as long as the page is there; once for all tabs, at most once a second. */
export function followMessages(): void {
  if (isFollowing) return;
  isFollowing = true;
  followSight();
  followQuietHours();
  followWishes();
  listenToNews((news) => {
    if (isWanted()) void tell(news).catch(() => undefined);
  });
}

function isWanted(): boolean {
  // The switch of the account stands above that of this browser.
  const isOff = account.session.getSnapshot().user?.preferences.sound === false;
  return !isOff && chatSound.getSnapshot() && !localToggles.deafened.getSnapshot();
}

async function tell(all: readonly News[]): Promise<void> {
  const news = mayPlay() ? await findHeard(all, "sound") : undefined;
  if (!news || !(await claim(`colbin-sound:${news.messageId}`, MEMORY_MS))) return;
  const tone = news.isMention ? mentionTone : messageTone;
  if (await claim("colbin-sound", PAUSE_MS)) await playSound(tone.getSnapshot());
}
