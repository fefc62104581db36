import type { MessageId } from "@colbin/protocol";
import { MessagesSquare } from "lucide-react";
import { t } from "#web/lib/language/i18n.ts";
import { openThread } from "./open-thread.ts";
import { threadLineTexts } from "./thread-line-texts.ts";

/** Over a reply that was also sent to the room; opens its thread at it. */
export function RepliedLine({ messageId }: { messageId: MessageId }) {
  return (
    <button
      type="button"
      onClick={() => openThread({ id: messageId })}
      className="flex h-4.5 max-w-full items-center gap-1.5 text-xs text-ink-subtle hover:underline"
    >
      <MessagesSquare className="icon-sm" aria-hidden="true" />
      <span className="clip-line">{t(threadLineTexts.replied)}</span>
    </button>
  );
}
