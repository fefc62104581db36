import { Pencil } from "lucide-react";
import { t } from "#web/lib/language/i18n.ts";
import { draftTexts } from "./texts.ts";

/** At a room in which a message is begun. */
export function DraftPencil() {
  return (
    <>
      <Pencil className="icon-sm flex-none text-ink-subtle" aria-hidden="true" />
      <span className="sr-only">{t(draftTexts.mark)}</span>
    </>
  );
}
