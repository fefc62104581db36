import { hasMentions, mentionsIn } from "@colbin/protocol";
import { withWords } from "#web/lib/device/mention-words.ts";
import { chat } from "#web/lib/api/chat.ts";
import { askFor } from "#web/lib/device/use-as-read.ts";
import { draftName, readDraft, writeDraft, type ComposerPlace } from "#web/lib/device/drafts.ts";

interface Unnamed {
  readonly place: ComposerPlace;
  /** Asks for the names no more. */
  readonly stop: () => void;
}

/** By name: composers whose draft has mentions of which the names are not known yet. */
const unnamed = new Map<string, Unnamed>();

/** Puts words in the place of mentions that a draft of another device brings; those that are not known yet follow when they are. */
export function nameMentions(place: ComposerPlace): void {
  const name = draftName(place);
  const before = readDraft(place);
  if (before === undefined) return forget(name);
  const text = withWords(before);
  if (text !== before) writeDraft(place, text);
  const missing = mentionsIn(text);
  if (!hasMentions(missing)) return forget(name);
  if (!unnamed.has(name)) unnamed.set(name, { place, stop: askFor(missing) });
}

/** Hears of names. Returns the way to stop. */
export function followNames(): () => void {
  let known = chat.store.getSnapshot();
  const stop = chat.store.subscribe(() => {
    const next = chat.store.getSnapshot();
    const isSame =
      next.people === known.people &&
      next.rooms === known.rooms &&
      next.subscriptions === known.subscriptions;
    known = next;
    if (!isSame) for (const { place } of unnamed.values()) nameMentions(place);
  });
  return () => {
    stop();
    for (const name of unnamed.keys()) forget(name);
  };
}

function forget(name: string): void {
  unnamed.get(name)?.stop();
  unnamed.delete(name);
}
