import type { MessageId } from "@colbin/protocol";
import { Button } from "#web/design/Button.tsx";
import { Dialog } from "#web/design/Dialog.tsx";
import { Note } from "#web/design/Note.tsx";
import { ScrollRegion } from "#web/design/ScrollRegion.tsx";
import { Spinner } from "#web/design/Spinner.tsx";
import { formatDate } from "#web/lib/dates.ts";
import { errorText } from "#web/lib/error-text.ts";
import { t } from "#web/lib/i18n.ts";
import { useCall } from "#web/lib/use-call.ts";
import { messageTexts } from "./texts.ts";
import { toolTexts } from "./tool-texts.ts";

interface RevisionsDialogProps {
  roomSlug: string;
  messageId: MessageId;
  onClose: () => void;
}

/** What the message said before and says now, newest first. */
export function RevisionsDialog({ roomSlug, messageId, onClose }: RevisionsDialogProps) {
  const { data, error } = useCall("listRevisions", { params: { slug: roomSlug, id: messageId } });
  return (
    <Dialog
      title={t(messageTexts.revisions)}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t(toolTexts.close)}</Button>}
    >
      {error && <Note>{errorText(error)}</Note>}
      {!data && !error && <Spinner />}
      {data && (
        <ScrollRegion className="max-h-[60dvh]">
          <ol className="grid gap-3">
            {data.revisions.toReversed().map(({ n, content, at }) => (
              <li key={n}>
                <time dateTime={at} className="text-xs text-ink-subtle">
                  {formatDate(new Date(at), "full")}
                </time>
                <p dir="auto" className="text-body wrap-anywhere whitespace-pre-wrap">
                  {content}
                </p>
              </li>
            ))}
          </ol>
        </ScrollRegion>
      )}
    </Dialog>
  );
}
