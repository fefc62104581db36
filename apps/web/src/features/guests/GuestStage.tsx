import type { ReactNode } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { guestTexts } from "./texts.ts";

interface GuestStageProps {
  title: string;
  text: string;
  /** Where it may be another matter in a moment. */
  onRetry?: (() => void) | undefined;
  /** Where one can go on. */
  children: ReactNode;
}

/** The whole page: that a link opens nothing, or that a stay is over. */
export function GuestStage({ title, text, onRetry, children }: GuestStageProps) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <section className="w-full max-w-100 rounded-xl bg-raised px-8 py-8 text-center shadow-dialog max-pair:px-5.5">
        <h1 className="text-xl font-strong tracking-title">{title}</h1>
        <p role="alert" className="mt-1 mb-6 text-ink-muted">
          {text}
        </p>
        {onRetry && (
          <Button size="lg" isBlock className="mb-2" onClick={onRetry}>
            {t(guestTexts.retry)}
          </Button>
        )}
        {children}
      </section>
    </main>
  );
}
