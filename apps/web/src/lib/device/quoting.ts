import type { Quote } from "@colbin/protocol";
import { readDraft, writeDraft, type ComposerPlace } from "./drafts.ts";

/** The quote that waits in a composer, as it is kept; undefined where there is none. */
export function readQuote(place: ComposerPlace): string | undefined {
  return readDraft({ quote: place });
}

/** Kept with the draft, until it is sent or removed. */
export function keepQuote(place: ComposerPlace, quote: string | undefined): void {
  writeDraft({ quote: place }, quote);
}

/** As this app has written it. */
export function parseQuote(kept: string | undefined): Quote | undefined {
  return kept === undefined ? undefined : (JSON.parse(kept) as Quote);
}
