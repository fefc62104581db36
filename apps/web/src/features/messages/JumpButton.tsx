import { ArrowDown } from "lucide-react";
import { useState } from "react";
import { useOffer } from "#web/lib/actions/offer.ts";
import { ariaShortcut, shortcutLabel } from "#web/lib/actions/shortcut.ts";
import { t } from "#web/lib/language/i18n.ts";
import { jumping, jumpToNewest } from "./actions.ts";
import { newestOf, type ListedMessage } from "./message-rows.ts";
import { messageTexts } from "./texts.ts";

interface JumpButtonProps {
  messages: readonly ListedMessage[];
  ownId: string;
  isAtEnd: boolean;
  onClick: () => void;
}

/** Above the composer while the end of the list is out of sight. */
export function JumpButton({ messages, ownId, isAtEnd, onClick }: JumpButtonProps) {
  const newCount = useNewCount(messages, ownId, isAtEnd);
  useOffer(jumping, isAtEnd ? undefined : onClick);
  if (isAtEnd) return null;
  return (
    <div className="relative">
      <button
        type="button"
        onClick={onClick}
        data-tooltip={t(messageTexts.toLatest)}
        data-tooltip-shortcut={shortcutLabel(jumpToNewest.shortcut)}
        aria-keyshortcuts={ariaShortcut(jumpToNewest.shortcut)}
        className="layered animate-appear absolute inset-x-0 bottom-2.5 z-float mx-auto flex h-control w-max items-center gap-1.5 rounded-full bg-raised px-3 font-medium shadow-float"
      >
        <ArrowDown className="-ms-0.5 text-ink-subtle" aria-hidden="true" />
        {newCount > 0 ? t(messageTexts.newMessages, { n: newCount }) : t(messageTexts.toLatest)}
      </button>
    </div>
  );
}

/** Messages of others that came since the reader left the end of the list. */
function useNewCount(messages: readonly ListedMessage[], ownId: string, isAtEnd: boolean): number {
  // The key stays when an own message is confirmed.
  const lastKey = newestOf(messages)?.key;
  const [leftAt, setLeftAt] = useState(lastKey);
  if (isAtEnd) {
    if (leftAt !== lastKey) setLeftAt(lastKey);
    return 0;
  }
  const start = messages.findLastIndex(({ key }) => key === leftAt);
  return messages
    .slice(start + 1)
    .filter(({ authorId, type }) => authorId !== ownId && type !== "system").length;
}
