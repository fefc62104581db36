import { addressOf } from "@colbin/client";
import type { MessageId, RoomId } from "@colbin/protocol";
import { Button } from "#web/design/button/Button.tsx";
import { Dialog } from "#web/design/overlay/Dialog.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { Spinner } from "#web/design/page/Spinner.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { messageTexts } from "./texts.ts";
import { toolTexts } from "./tool-texts.ts";

interface RevisionsDialogProps {
  roomId: RoomId;
  messageId: MessageId;
  onClose: () => void;
}

/** The texts of the message, the former ones and the present one, newest first. */
export function RevisionsDialog({ roomId, messageId, onClose }: RevisionsDialogProps) {
  const slug = useStore(chat.store, (state) => addressOf(state, roomId));
  const { data, error } = useCall("listRevisions", { params: { slug, id: messageId } });
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
