import { Spinner } from "#web/design/page/Spinner.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { appTexts } from "./texts.ts";

/** Nothing of the page is known yet. */
export function PageSpinner() {
  return (
    <main className="late grid h-dvh place-items-center text-ink-subtle">
      <h1 className="sr-only">{t(appTexts.loading)}</h1>
      <Spinner className="size-6" />
    </main>
  );
}
