import { CircleAlert } from "lucide-react";
import { TextButton } from "#web/design/TextButton.tsx";
import { t } from "#web/lib/i18n.ts";
import { messageTexts } from "./texts.ts";

interface FailedStatusProps {
  onRetry: () => void;
  onDiscard: () => void;
}

/** Under every own message that was not sent: typed text is never thrown away unasked. */
export function FailedStatus({ onRetry, onDiscard }: FailedStatusProps) {
  return (
    <p className="mt-0.5 flex items-center gap-2.5 text-xs text-danger-ink max-pair:gap-4 coarse:-my-2">
      <span className="inline-flex items-center gap-1.25">
        <CircleAlert className="icon-sm stroke-2" aria-hidden="true" />
        {t(messageTexts.failed)}
      </span>
      <TextButton onClick={onRetry}>{t(messageTexts.retry)}</TextButton>
      <TextButton isDanger onClick={onDiscard}>
        {t(messageTexts.discard)}
      </TextButton>
    </p>
  );
}
