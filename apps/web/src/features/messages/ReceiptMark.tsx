import type { MessageId } from "@colbin/protocol";
import { Popover } from "#web/design/overlay/Popover.tsx";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { MessageStatus } from "./MessageStatus.tsx";
import { ReceiptReaders } from "./ReceiptReaders.tsx";
import { receiptTexts } from "./receipt-texts.ts";

const MINUTE_MS = 60_000;

interface ReceiptMarkProps {
  slug: string;
  messageId: MessageId;
  createdAt: string;
}

/** Under the own last message: how far it has come, and on demand the people who have read it. */
export function ReceiptMark({ slug, messageId: id, createdAt }: ReceiptMarkProps) {
  const { data } = useCall(
    "getReceipts",
    { params: { slug, id } },
    { refreshMs: pauseOf(createdAt) },
  );
  const status = data?.status ?? "sent";
  const readCount = data?.readCount ?? 0;
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

/** A new message is read soon or late: it is asked for less often the older it is. */
function pauseOf(createdAt: string): number {
  const age = Date.now() - Date.parse(createdAt);
  if (age < MINUTE_MS) return 3_000;
  return age < 10 * MINUTE_MS ? 15_000 : MINUTE_MS;
}
