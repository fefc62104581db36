import type { MessageId } from "@colbin/protocol";
import { useEffect } from "react";
import { Popover } from "#web/design/overlay/Popover.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { useWindowSight } from "#web/lib/device/use-window-focus.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { MessageStatus } from "./MessageStatus.tsx";
import { ReceiptReaders } from "./ReceiptReaders.tsx";
import { receiptTexts } from "./receipt-texts.ts";

interface ReceiptMarkProps {
  slug: string;
  messageId: MessageId;
  /** The list is that of a thread: the room beside it watches for both. */
  isThread: boolean;
}

/** Under the own last message: how far it has come, and on demand the people who have read it. */
export function ReceiptMark({ slug, messageId, isThread }: ReceiptMarkProps) {
  const isWatched = useWindowSight() && !isThread;
  useEffect(
    () => (isWatched ? chat.receipts.watch(slug, messageId) : undefined),
    [isWatched, slug, messageId],
  );
  const data = useStore(chat.store, ({ receipts }) => receipts.get(messageId));
  const { status, readCount } = data ?? { status: "sent", readCount: 0 };
  if (!data || readCount === 0) return <MessageStatus status={status} />;
  return (
    <Popover
      label={t(receiptTexts.title)}
      side="top"
      align="start"
      renderContent={() => <ReceiptReaders receipts={data} />}
    >
      {(button) => (
        <button {...button} type="button" className="rounded-xs hover:underline">
          <MessageStatus
            status={status}
            label={data.total > 1 ? t(receiptTexts.readBy, { n: readCount }) : undefined}
          />
        </button>
      )}
    </Popover>
  );
}
