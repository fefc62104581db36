import { Spinner } from "#web/design/Spinner.tsx";
import { TextButton } from "#web/design/TextButton.tsx";
import { t } from "#web/lib/i18n.ts";
import { messageTexts } from "./texts.ts";

interface OlderStatusProps {
  older: "none" | "idle" | "loading" | "failed";
  onRetry: () => void;
}

/** Lies over the top of the list, so that nothing moves when older messages are asked for. */
export function OlderStatus({ older, onRetry }: OlderStatusProps) {
  if (older !== "loading" && older !== "failed") return null;
  return (
    <p
      role="status"
      className="animate-appear absolute inset-x-0 top-2 z-float mx-auto flex w-max items-center gap-2 rounded-full bg-raised px-3 py-1 text-xs text-ink-muted shadow-float"
    >
      {older === "loading" ? (
        <>
          <Spinner />
          {t(messageTexts.loadingOlder)}
        </>
      ) : (
        <>
          {t(messageTexts.olderFailed)}
          <TextButton onClick={onRetry}>{t(messageTexts.retry)}</TextButton>
        </>
      )}
    </p>
  );
}
