import type { SendFailure } from "@colbin/client";
import { CircleAlert } from "lucide-react";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { failureText } from "#web/lib/api/error-text.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { messageTexts } from "./texts.ts";

const texts = {
  failed: { id: "messages.failed", message: "Not sent: {reason}" },
  editFailed: {
    id: "messages.editFailed",
    message: "Failed to edit message. Please try again. {reason}",
  },
  discard: { id: "messages.discard", message: "Discard" },
} as const satisfies Record<string, Text>;

interface FailedStatusProps {
  clientMessageId: string;
  failure: SendFailure;
  /** The new text of a refused edit; without it the message itself was refused. */
  content?: string;
}

/** Under every own message that was not sent or not changed: typed text is never thrown away unasked. */
export function FailedStatus({ clientMessageId, failure, content }: FailedStatusProps) {
  const what = content === undefined ? texts.failed : texts.editFailed;
  return (
    <>
      {content !== undefined && (
        <p
          dir="auto"
          className="mt-1 border-s-2 border-line-strong ps-2.5 text-body text-ink-muted wrap-anywhere"
        >
          {content}
        </p>
      )}
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2.5 text-xs text-danger-ink max-pair:gap-x-4 coarse:-my-2">
        <span className="inline-flex min-w-0 items-center gap-1.25">
          <CircleAlert className="icon-sm stroke-2" aria-hidden="true" />
          {t(what, { reason: failureText(failure) })}
        </span>
        <TextButton onClick={() => void chat.messages.retry(clientMessageId)}>
          {t(messageTexts.retry)}
        </TextButton>
        <TextButton isDanger onClick={() => void chat.messages.discard(clientMessageId)}>
          {t(texts.discard)}
        </TextButton>
      </p>
    </>
  );
}
