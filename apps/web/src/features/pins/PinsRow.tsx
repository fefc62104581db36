import { ChevronRight, Pin } from "lucide-react";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { openSide } from "#web/lib/routing/side.ts";
import { pinTexts } from "./texts.ts";

/** In the details of a room: leads to its pinned messages. */
export function PinsRow({ n }: { n: number | undefined }) {
  return (
    <div className="border-line px-2.5 py-2 not-first:border-t max-pair:px-1.5">
      <button
        type="button"
        onClick={() => openSide({ name: "pins", at: "" })}
        className="flex min-h-control w-full items-center gap-2.5 rounded-sm px-2.5 text-start hover:bg-hover active:bg-pressed coarse:min-h-touch"
      >
        <Pin className="text-ink-subtle" aria-hidden="true" />
        <span className="flex-1">{t(pinTexts.title)}</span>
        <span className="text-ink-subtle tabular-nums">{n?.toLocaleString(displayLocale())}</span>
        <ChevronRight className="text-ink-subtle rtl:-scale-x-100" aria-hidden="true" />
      </button>
    </div>
  );
}
