import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { ButtonLink } from "#web/design/button/ButtonLink.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { appTexts } from "./texts.ts";

interface ErrorCardProps {
  title: string;
  text: string;
  onRetry: () => void;
  details?: ReactNode;
}

/** In the place of what failed. Going home loads everything anew. */
export function ErrorCard({ title, text, onRetry, details }: ErrorCardProps) {
  return (
    <section
      role="alert"
      data-surface=""
      className="w-full max-w-110 rounded-xl bg-sheet px-8 pt-9 pb-7 text-center shadow-sheet max-pair:px-5"
    >
      <div className="mx-auto mb-4 grid size-12 place-items-center rounded-xl bg-hover text-ink-muted">
        <TriangleAlert className="size-5.5" aria-hidden="true" />
      </div>
      <h1 className="text-lg font-strong tracking-title">{title}</h1>
      <p className="mt-1.5 text-body text-balance text-ink-muted">{text}</p>
      <div className="mt-5.5 grid grid-cols-2 gap-2">
        <ButtonLink href="/">{t(appTexts.goHome)}</ButtonLink>
        <Button variant="primary" size="lg" onClick={onRetry}>
          {t(appTexts.tryAgain)}
        </Button>
      </div>
      {details}
    </section>
  );
}
