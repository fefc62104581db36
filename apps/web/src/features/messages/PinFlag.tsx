import type { Pin } from "@colbin/protocol";
import { Pin as PinIcon } from "lucide-react";
import { useName } from "#web/features/presence/use-person.ts";
import { t } from "#web/lib/language/i18n.ts";
import { toolTexts } from "./tool-texts.ts";

/** Over a pinned message: by whom it is pinned. */
export function PinFlag({ pin }: { pin: Pin }) {
  const name = useName(pin.userId, pin.userName);
  return (
    <p className="flex h-4 items-center gap-1.5 text-xs text-ink-subtle">
      <PinIcon className="icon-sm" aria-hidden="true" />
      <span className="clip-line">{t(toolTexts.pinned, { name })}</span>
    </p>
  );
}
