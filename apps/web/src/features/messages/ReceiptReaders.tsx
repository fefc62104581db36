import type { Receipts } from "@colbin/protocol";
import { PeopleLines } from "#web/features/people/PeopleLines.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { receiptTexts } from "./receipt-texts.ts";

/** The people who have read a message, of how many. */
export function ReceiptReaders({ receipts }: { receipts: Receipts }) {
  const { readers, readCount, total } = receipts;
  return (
    <div className="w-60 p-2">
      <p className="flex justify-between px-1.5 pb-1.5 text-xs font-strong text-ink-muted">
        <span>{t(receiptTexts.title)}</span>
        <span className="tabular-nums">{t(receiptTexts.of, { n: readCount, total })}</span>
      </p>
      {readers.length === 0 && (
        <p className="px-1.5 text-sm text-ink-muted">{t(receiptTexts.none)}</p>
      )}
      <PeopleLines people={readers} />
    </div>
  );
}
