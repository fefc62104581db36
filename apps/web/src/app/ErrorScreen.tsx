import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { ErrorCard } from "./ErrorCard.tsx";
import { appTexts } from "./texts.ts";

interface ErrorScreenProps {
  message: string;
  /** Names the request in the log of the server, where it was one that failed. */
  reference: string | undefined;
  onRetry: () => void;
}

/** The whole page when there is nothing else left to show. */
export function ErrorScreen({ message, reference, onRetry }: ErrorScreenProps) {
  const [at] = useState(() => new Date());
  const lines = [message, formatDate(at, "stamp")];
  if (reference !== undefined) lines.unshift(t(appTexts.reference, { reference }));
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-6">
      <ErrorCard
        title={t(appTexts.errorTitle)}
        text={t(reference === undefined ? appTexts.errorText : appTexts.errorReferenceText)}
        onRetry={onRetry}
        details={
          <details open className="mt-4.5 text-start">
            <summary className="flex min-h-6 cursor-pointer list-none items-center justify-center gap-1 text-xs text-ink-subtle">
              {t(appTexts.details)}
              <ChevronDown className="icon-sm" aria-hidden="true" />
            </summary>
            <pre className="scroll-area mt-2 rounded-md bg-sunken px-3 py-2.5 font-mono text-2xs leading-4.5 wrap-anywhere whitespace-pre-wrap text-ink-muted">
              {lines.join("\n")}
            </pre>
          </details>
        }
      />
    </main>
  );
}
