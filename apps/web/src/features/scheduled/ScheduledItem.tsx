import type { ScheduledMessage } from "@colbin/protocol";
import { CircleAlert, Clock, Paperclip } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { Link } from "#web/design/button/Link.tsx";
import { useAsRead } from "#web/lib/device/use-as-read.ts";
import { failureText } from "#web/lib/api/error-text.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { scheduledTexts } from "./texts.ts";

interface ScheduledItemProps {
  message: ScheduledMessage;
  onEdit: () => void;
  /** Answers whether it was sent. */
  onSend: () => Promise<boolean>;
  onRemove: () => void;
}

/** One message with its room, its time and what can be done with it. */
export function ScheduledItem({ message, onEdit, onSend, onRemove }: ScheduledItemProps) {
  const { room, content, metadata, sendAt, state, failure } = message;
  const fileCount = metadata.files?.length ?? 0;
  const words = useAsRead(content);
  const { isSending, handleSend } = useSending(onSend);
  const at = new Date(sendAt);
  const name = room?.title ?? t(scheduledTexts.hiddenRoom);
  const label = (action: string): string => `${action}: ${name}, ${formatDate(at, "full")}`;
  return (
    <article
      aria-label={`${name}, ${formatDate(at, "full")}`}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-1 rounded-md px-2.5 py-2.5"
    >
      <span className="grid size-7 place-items-center rounded-full bg-hover text-ink-subtle">
        {failure ? (
          <CircleAlert className="text-danger-ink" aria-hidden="true" />
        ) : (
          <Clock aria-hidden="true" />
        )}
      </span>
      <span className="min-w-0 self-center">
        {room ? (
          <Link to={roomPath(room.sessionRoomSlug)} className="clip-line block font-strong">
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <span className="clip-line block text-ink-muted">{name}</span>
        )}
      </span>
      <time
        dateTime={sendAt}
        title={formatDate(at, "full")}
        className="self-center text-xs text-ink-subtle tabular-nums"
      >
        {formatDate(at, "clock")}
      </time>
      <p
        dir="auto"
        className="col-span-2 col-start-2 line-clamp-3 whitespace-pre-line wrap-anywhere"
      >
        {words}
      </p>
      {fileCount > 0 && (
        <p className="col-span-2 col-start-2 flex items-center gap-1.5 text-ink-muted">
          <Paperclip className="icon-sm" aria-hidden="true" />
          {t(scheduledTexts.files, { n: fileCount })}
        </p>
      )}
      {failure && <p className="col-span-2 col-start-2 text-danger-ink">{failureText(failure)}</p>}
      {state === "sending" ? (
        <p role="status" className="col-span-2 col-start-2 text-ink-muted">
          {t(scheduledTexts.sending)}
        </p>
      ) : (
        <div className="col-span-2 col-start-2 flex flex-wrap gap-1.5 pt-0.5">
          <Button size="sm" aria-label={label(t(scheduledTexts.edit))} onClick={onEdit}>
            {t(scheduledTexts.edit)}
          </Button>
          <Button
            size="sm"
            isBusy={isSending}
            aria-label={label(t(scheduledTexts.sendNow))}
            onClick={() => void handleSend()}
          >
            {t(scheduledTexts.sendNow)}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label={label(t(scheduledTexts.remove))}
            onClick={onRemove}
          >
            {t(scheduledTexts.remove)}
          </Button>
        </div>
      )}
    </article>
  );
}

/** A message stays busy until the list is without it. */
function useSending(onSend: () => Promise<boolean>) {
  const [isSending, setSending] = useState(false);
  const handleSend = async (): Promise<void> => {
    setSending(true);
    if (!(await onSend())) setSending(false);
  };
  return { isSending, handleSend };
}
