import type { Quote } from "@colbin/protocol";
import type { ReactNode } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { drafts, type ComposerPlace } from "#web/lib/device/drafts.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { keepQuote, parseQuote, readQuote } from "#web/lib/device/quoting.ts";

const ComposeQuote = lazyPart(() => import("./ComposeQuote.tsx"), "ComposeQuote");

interface WaitingQuote {
  /** Over the field; false where there is none. */
  readonly above: ReactNode;
  readonly quote: Quote | undefined;
  /** To be called when it is sent: one that was chosen since stays. */
  readonly end: () => void;
}

/** The message that the next one of a composer is to quote. */
export function useQuote(place: ComposerPlace): WaitingQuote {
  const kept = useStore(drafts, () => readQuote(place));
  return {
    above: kept !== undefined && <ComposeQuote place={place} kept={kept} />,
    quote: parseQuote(kept),
    end() {
      if (readQuote(place) === kept) keepQuote(place, undefined);
    },
  };
}
