import { History } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { draftName, type ComposerPlace } from "#web/lib/device/drafts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { dropOtherDraft, otherDrafts, takeOtherDraft } from "./follow-drafts.ts";
import { draftTexts } from "./texts.ts";
import { useAsRead } from "#web/lib/device/use-as-read.ts";

/** Above the composer: the text of another device that was written at the same time. */
export function OtherDraft({ place }: { place: ComposerPlace }) {
  const other = useStore(otherDrafts, (all) => all.get(draftName(place)));
  const words = useAsRead(other ?? "");
  if (other === undefined) return null;
  return (
    <div
      role="group"
      aria-label={t(draftTexts.other)}
      className="mb-2 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 rounded-lg bg-sunken px-3 py-2"
    >
      <History className="text-ink-subtle" aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-strong">{t(draftTexts.other)}</p>
        <p dir="auto" className="clip-line text-ink-muted">
          {words}
        </p>
      </div>
      <div className="flex gap-1.5 max-pair:col-span-3 max-pair:mt-1.5 max-pair:justify-end">
        <Button size="sm" onClick={() => takeOtherDraft(place)}>
          {t(draftTexts.use)}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => dropOtherDraft(place)}>
          {t(draftTexts.discard)}
        </Button>
      </div>
    </div>
  );
}
