import { Spinner } from "#web/design/page/Spinner.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { appTexts } from "./texts.ts";

/** The screen is still to come; everything around it is there. */
export function SheetSpinner() {
  return (
    <div className="late grid flex-1 place-items-center text-ink-subtle">
      <h1 className="sr-only">{t(appTexts.loading)}</h1>
      <Spinner className="size-6" />
    </div>
  );
}
