import type { Store } from "@colbin/client";
import type { Document } from "@colbin/protocol";
import { useIsOnline } from "#web/lib/device/use-is-online.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { stateText } from "./document-state.ts";
import type { LiveState } from "./live-document.ts";

interface DocumentStateProps {
  document: Document;
  state: Store<LiveState>;
}

/** Beside the title: what of the text is saved, or why it cannot be changed. */
export function DocumentState({ document, state }: DocumentStateProps) {
  const isOnline = useIsOnline();
  const words = useStore(state, (now) => stateText(document, now, isOnline));
  return (
    <p
      role="status"
      className="clip-line max-w-full flex-none text-ink-subtle max-pair:text-xs max-[60rem]:flex-initial"
    >
      {words}
    </p>
  );
}
