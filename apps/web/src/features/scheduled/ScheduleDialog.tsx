import type { OutgoingFile } from "@colbin/client";
import type { MessageId, Quote } from "@colbin/protocol";
import { useEffect, useState } from "react";
import { nearTimes, momentText } from "#web/design/form/near-times.ts";
import { WhenPicker } from "#web/design/form/WhenPicker.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { withWords } from "#web/lib/device/mention-words.ts";
import { uploads } from "#web/lib/device/uploads.ts";
import { account } from "#web/lib/api/account.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { listBounds } from "./moments.ts";
import { scheduled } from "./scheduled.ts";
import { scheduledTexts } from "./texts.ts";

interface ScheduleDialogProps {
  place: {
    readonly sessionRoomSlug: string;
    readonly threadId: MessageId | undefined;
    readonly alsoSendToRoom: boolean | undefined;
  };
  roomName: string;
  /** As it is sent. */
  content: string;
  /** Files of this device; they are uploaded before the message is scheduled. */
  files: readonly OutgoingFile[];
  quote: Quote | undefined;
  /** The server has the message. */
  onDone: () => void;
  onClose: () => void;
}

/** Asks when a message that is written goes out; a refused one stays in its field. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { place, roomName: room, content, files, quote, onDone, onClose } = props;
  const [now] = useState(() => new Date());
  const [clientMessageId] = useState(() => `temp_${account.runtime.uuid()}`);
  const [choices] = useState(() => nearTimes(now));
  const [at, setAt] = useState(() => choices.find(({ id }) => id === "tomorrow")?.at);
  const way = useWay(files);
  const { act: schedule } = useAct("scheduleMessage", [], [scheduled]);

  async function confirm(): Promise<void> {
    if (!at) return;
    const sendAt = at.toISOString();
    const quoted = quote ? { quote: { messageId: quote.messageId } } : {};
    const isOfWords = files.length === 0;
    const { type, metadata } = isOfWords ? words : uploads.toSent(files);
    const said = { content, type, metadata: { ...metadata, ...quoted } };
    const made = await schedule({ body: { ...place, ...said, sendAt, clientMessageId } });
    uploads.forget(files.map(({ id }) => id));
    onDone();
    const moment = momentText(new Date(made.sendAt), now);
    toast({ title: t(scheduledTexts.done, { at: moment }) });
  }

  return (
    <FormDialog
      title={t(scheduledTexts.schedule)}
      text={t(scheduledTexts.into, { room })}
      verb={at ? t(scheduledTexts.verbAt, { at: momentText(at, now) }) : t(scheduledTexts.verb)}
      isDisabled={at === undefined || way !== "uploaded"}
      failure={t(scheduledTexts.scheduleFailed)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p dir="auto" className="line-clamp-3 text-ink-muted wrap-anywhere">
        {withWords(content)}
      </p>
      {files.length > 0 && (
        <p role="status" className="text-ink-muted">
          {t(scheduledTexts.files, { n: files.length })}
          {way !== "uploaded" && <span className="block">{t(wayTexts[way])}</span>}
        </p>
      )}
      <WhenPicker
        name="sendAt"
        label={t(scheduledTexts.when)}
        choices={choices}
        {...listBounds(now)}
        value={at}
        onChange={setAt}
      />
    </FormDialog>
  );
}

/** A message without files. */
const words = { type: "text", metadata: {} } as const;

const wayTexts = { coming: scheduledTexts.filesComing, failed: scheduledTexts.filesFailed };

/** How far the files are; one that is paused goes on. */
function useWay(files: readonly OutgoingFile[]): "uploaded" | "coming" | "failed" {
  useEffect(() => {
    for (const { id } of files) uploads.resume(id);
  }, [files]);
  return useStore(uploads.store, (all) => {
    const known = files.map(({ id }) => all.get(id));
    if (known.some((file) => !file || file.failure)) return "failed";
    return known.every((file) => file?.type) ? "uploaded" : "coming";
  });
}
