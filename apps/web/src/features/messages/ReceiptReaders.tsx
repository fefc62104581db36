import type { Receipts } from "@colbin/protocol";
import { Avatar } from "#web/design/identity/Avatar.tsx";
import { useNames } from "#web/features/presence/use-person.ts";
import { t } from "#web/lib/language/i18n.ts";
import { receiptTexts } from "./receipt-texts.ts";

/** The people who have read a message, of how many. */
export function ReceiptReaders({ receipts }: { receipts: Receipts }) {
  const { readers, readCount, total } = receipts;
  const names = useNames(readers.map(({ userId }) => userId));
  return (
    <div className="w-60 p-2">
      <p className="flex justify-between px-1.5 pb-1.5 text-xs font-strong text-ink-muted">
        <span>{t(receiptTexts.title)}</span>
        <span className="tabular-nums">{t(receiptTexts.of, { n: readCount, total })}</span>
      </p>
      {readers.length === 0 && (
        <p className="px-1.5 text-sm text-ink-muted">{t(receiptTexts.none)}</p>
      )}
      <ul className="scroll-area max-h-60">
        {readers.map(({ userId, fullName, avatar_url: picture }) => {
          const name = names.get(userId) ?? fullName;
          return (
            <li key={userId} className="flex items-center gap-2 px-1.5 py-1 text-sm">
              <Avatar size="xs" id={userId} name={name} picture={picture} />
              <bdi className="clip-line">{name}</bdi>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
