import { unreadInThread } from "@colbin/client";
import type { MessageId, ThreadSummary } from "@colbin/protocol";
import { whenText } from "#web/features/presence/last-seen.ts";
import { UnreadBadge } from "#web/features/subscriptions/UnreadBadge.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useMinute } from "#web/lib/language/use-today.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { openSide } from "#web/lib/routing/side.ts";
import { ReplierStack } from "#web/features/people/ReplierStack.tsx";
import { threadLineTexts } from "./thread-line-texts.ts";

interface ThreadLineProps {
  messageId: MessageId;
  thread: ThreadSummary;
}

/** Under a message that was answered: who did, how often, and when last. Opens the thread. */
export function ThreadLine({ messageId, thread }: ThreadLineProps) {
  const state = useStore(chat.store, ({ threadStates }) => threadStates?.get(messageId));
  const { unread, mentions } = unreadInThread(state);
  const now = useMinute();
  return (
    <button
      type="button"
      onClick={() => openSide({ name: "thread", at: messageId })}
      className="-ms-1.5 mt-1 flex h-8 max-w-full items-center gap-2 rounded-sm px-1.5 text-sm hover:bg-hover active:bg-pressed coarse:min-h-touch"
    >
      <ReplierStack repliers={thread.repliers} max={3} />
      <span className="flex-none font-strong text-accent-ink">
        {t(threadLineTexts.replies, { n: thread.replyCount })}
      </span>
      {unread > 0 && (
        <span className="flex-none rounded-full bg-accent-soft px-1.5 text-xs font-strong text-accent-ink">
          {t(threadLineTexts.new, { n: unread })}
        </span>
      )}
      <UnreadBadge unread={0} mentions={mentions} />
      <span className="clip-line text-xs text-ink-subtle">
        {t(threadLineTexts.lastReply, {
          time: whenText(new Date(thread.lastReplyAt), new Date(now)),
        })}
      </span>
    </button>
  );
}
