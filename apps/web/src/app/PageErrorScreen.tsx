import { errorText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";
import { ErrorCard } from "./ErrorCard.tsx";
import { appTexts } from "./texts.ts";

/** In the place of a screen that failed; the way to the rooms stays. */
export function PageErrorScreen({ cause }: { cause: unknown }) {
  return (
    <div className="scroll-area grid flex-1 place-items-center px-4 py-6">
      <ErrorCard
        title={t(appTexts.routerErrorTitle)}
        text={errorText(cause)}
        // A part of the app that could not be loaded is remembered as failed until the page is loaded anew.
        onRetry={() => window.location.reload()}
      />
    </div>
  );
}
