import { RefreshCw, TriangleAlert } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { designTexts } from "#web/design/texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { EmptyState } from "./EmptyState.tsx";

interface ErrorStateProps {
  title: string;
  text: string;
  onRetry: () => void;
}

/** An error in place: the rest of the page keeps working. */
export function ErrorState({ title, text, onRetry }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        title={title}
        text={text}
        action={
          <Button onClick={onRetry}>
            <RefreshCw className="-ms-0.5 text-ink-subtle" aria-hidden="true" />
            {t(designTexts.tryAgain)}
          </Button>
        }
      />
    </div>
  );
}
