import { addressOf } from "@colbin/client";
import { X } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { composing, replying } from "#web/features/writing/actions.ts";
import { chat } from "#web/lib/api/chat.ts";
import type { ComposerPlace } from "#web/lib/device/drafts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { findLoaded } from "./find-loaded.ts";
import { QuoteBlock } from "./QuoteBlock.tsx";
import { keepQuote, parseQuote } from "#web/lib/device/quoting.ts";
import { toolTexts } from "./tool-texts.ts";

/** Over the field: the message that the next one quotes. */
export function ComposeQuote({ place, kept }: { place: ComposerPlace; kept: string }) {
  const slug = useStore(chat.store, (state) => addressOf(state, place.room));
  const quote = parseQuote(kept);
  const deleted = useStore(chat.store, (state) => {
    const message = findLoaded(state, place.room, ({ id }) => id === quote?.messageId);
    return message?.isDeleted ? message : undefined;
  });
  if (!quote) return null;
  return (
    <div className="flex items-center gap-2 ps-3.5 pe-2 pt-2">
      <div className="min-w-0 flex-1">
        <QuoteBlock
          slug={slug}
          quote={{ ...quote, ...(deleted && { isDeleted: true, removedBy: deleted.removedBy }) }}
        />
      </div>
      <IconButton
        label={t(toolTexts.removeQuote)}
        onClick={() => {
          keepQuote(place, undefined);
          (place.thread === undefined ? composing : replying).run();
        }}
      >
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
