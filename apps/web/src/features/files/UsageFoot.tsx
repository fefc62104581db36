import { useState } from "react";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { usageTexts } from "./details-texts.ts";
import { sizeText } from "./file-words.ts";

const LargestDialog = lazyPart(() => import("./LargestDialog.tsx"), "LargestDialog");

/** The storage that the person's own files take, and the way to the largest of them. */
export function UsageFoot() {
  const { data } = useCall("getFileUsage", {});
  const [isOpen, setOpen] = useState(false);
  const used = data && sizeText(data.used);
  return (
    <div
      role="group"
      aria-label={t(usageTexts.usage)}
      className="flex h-11 flex-none items-center gap-2.5 border-t border-line ps-gutter pe-2.5 text-xs text-ink-subtle max-pair:ps-4"
    >
      <span className="min-w-0 flex-1">
        {data && data.largest.length > 0 && (
          <TextButton onClick={() => setOpen(true)}>{t(usageTexts.largest)}</TextButton>
        )}
      </span>
      {data && used !== undefined && (
        <span className="clip-line tabular-nums">
          {data.limit === null
            ? `${t(usageTexts.used, { used })} · ${t(usageTexts.noLimit)}`
            : t(usageTexts.usedOf, { used, limit: sizeText(data.limit) })}
        </span>
      )}
      {data && data.limit !== null && <Bar used={data.used} limit={data.limit} />}
      {isOpen && data && <LargestDialog files={data.largest} onClose={() => setOpen(false)} />}
    </div>
  );
}

const FULL = 100;

function Bar({ used, limit }: { used: number; limit: number }) {
  const share = Math.min(FULL, Math.round((used / limit) * FULL));
  return (
    <span
      role="meter"
      aria-label={t(usageTexts.usage)}
      aria-valuenow={share}
      aria-valuemin={0}
      aria-valuemax={FULL}
      className="h-1 w-24 flex-none overflow-clip rounded-full bg-pressed max-pair:w-14"
    >
      <span className="block h-full rounded-full bg-accent" style={{ width: `${share}%` }} />
    </span>
  );
}
