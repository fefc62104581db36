import type { SavedMark } from "@colbin/protocol";
import { Bookmark } from "lucide-react";
import { momentText } from "#web/design/form/near-times.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useMinute } from "#web/lib/language/use-today.ts";
import { laterTexts } from "./later-texts.ts";

/** Above a message that its reader keeps for later. */
export function SavedFlag({ remindAt }: SavedMark) {
  const now = new Date(useMinute());
  return (
    <p className="flex items-center gap-1.25 text-xs leading-4 text-ink-subtle">
      <Bookmark className="icon-sm fill-current text-accent-ink" aria-hidden="true" />
      {remindAt === null
        ? t(laterTexts.saved)
        : t(laterTexts.savedDue, { when: momentText(new Date(remindAt), now) })}
    </p>
  );
}
