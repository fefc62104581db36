import type { Pin } from "@colbin/protocol";
import { Pin as PinIcon } from "lucide-react";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { toolTexts } from "./tool-texts.ts";

/** Over a pinned message: by whom it is pinned. */
export function PinFlag({ pin }: { pin: Pin }) {
  const name = useStore(chat.store, ({ people }) => people.get(pin.userId)?.fullName);
  return (
    <p className="flex h-4 items-center gap-1.5 text-xs text-ink-subtle">
      <PinIcon className="icon-sm" aria-hidden="true" />
      <span className="clip-line">{t(toolTexts.pinned, { name: name ?? pin.userName })}</span>
    </p>
  );
}
