import { errorText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";
import { ErrorCard } from "./ErrorCard.tsx";
import { appTexts } from "./texts.ts";

/** The frame around the screens failed itself: nothing of the app is left to stand in. */
export function RouterErrorScreen({ cause }: { cause: unknown }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-6">
      <ErrorCard
        title={t(appTexts.routerErrorTitle)}
        text={errorText(cause)}
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
