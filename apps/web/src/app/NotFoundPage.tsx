import { Signpost } from "lucide-react";
import { Link } from "#web/design/button/Link.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { lateAppTexts } from "./late-app-texts.ts";
import { appTexts } from "./texts.ts";

/** An address that leads nowhere. The app is sound, so there is nothing to try again. */
export function NotFoundPage() {
  return (
    <div className="scroll-area grid flex-1 place-items-center px-4 py-6">
      <section className="w-full max-w-110 text-center">
        <div className="mx-auto mb-4 grid size-12 place-items-center rounded-xl bg-hover text-ink-muted">
          <Signpost className="size-5.5" aria-hidden="true" />
        </div>
        <h1 className="text-lg font-strong tracking-title">{t(appTexts.notFoundTitle)}</h1>
        <p className="mt-1.5 mb-5.5 text-body text-balance text-ink-muted">
          {t(lateAppTexts.notFoundText)}
        </p>
        <Link
          to="/chat"
          className="inline-flex h-control-lg items-center rounded-md bg-accent px-4 text-md font-medium text-on-accent hover:bg-accent-hover active:bg-accent-pressed"
        >
          {t(lateAppTexts.toRooms)}
        </Link>
      </section>
    </div>
  );
}
