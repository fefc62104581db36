import clsx from "clsx";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { Spinner } from "#web/design/page/Spinner.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { messageTexts } from "./texts.ts";

/** The state of the messages before or behind the shown ones: none, to be asked for, on their way, or not had. */
export type Loading = "none" | "idle" | "loading" | "failed";

interface MoreStatusProps {
  of: "older" | "newer";
  state: Loading;
  onRetry: () => void;
}

const texts = {
  older: { loading: messageTexts.loadingOlder, failed: messageTexts.olderFailed },
  newer: { loading: messageTexts.loadingNewer, failed: messageTexts.newerFailed },
} as const;

/** Lies over that end of the list, so that nothing moves when more messages are asked for. */
export function MoreStatus({ of, state, onRetry }: MoreStatusProps) {
  if (state !== "loading" && state !== "failed") return null;
  return (
    <p
      role="status"
      className={clsx(
        "animate-appear absolute inset-x-0 z-float mx-auto flex w-max items-center gap-2 rounded-full bg-raised px-3 py-1 text-xs text-ink-muted shadow-float",
        of === "older" ? "top-2" : "bottom-14",
      )}
    >
      {state === "loading" ? (
        <>
          <Spinner />
          {t(texts[of].loading)}
        </>
      ) : (
        <>
          {t(texts[of].failed)}
          <TextButton onClick={onRetry}>{t(messageTexts.retry)}</TextButton>
        </>
      )}
    </p>
  );
}
