import type { MessageId, Quote } from "@colbin/protocol";
import { useState } from "react";
import { nearTimes, momentText } from "#web/design/form/near-times.ts";
import { WhenPicker } from "#web/design/form/WhenPicker.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { withWords } from "#web/lib/device/mention-words.ts";
import { account } from "#web/lib/api/account.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
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
  quote: Quote | undefined;
  /** The server has the message. */
  onDone: () => void;
  onClose: () => void;
}

/** Asks when a message that is written goes out; a refused one stays in its field. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { place, roomName: room, content, quote, onDone, onClose } = props;
  const [now] = useState(() => new Date());
  const [clientMessageId] = useState(() => `temp_${account.runtime.uuid()}`);
  const [choices] = useState(() => nearTimes(now));
  const [at, setAt] = useState(() => choices.find(({ id }) => id === "tomorrow")?.at);
  const { act: schedule } = useAct("scheduleMessage", [], [scheduled]);

  async function confirm(): Promise<void> {
    if (!at) return;
    const sendAt = at.toISOString();
    const metadata = quote ? { quote: { messageId: quote.messageId } } : {};
    const said = { content, metadata };
    const made = await schedule({ body: { ...place, ...said, sendAt, clientMessageId } });
    onDone();
    const moment = momentText(new Date(made.sendAt), now);
    toast({ title: t(scheduledTexts.done, { at: moment }) });
  }

  return (
    <FormDialog
      title={t(scheduledTexts.schedule)}
      text={t(scheduledTexts.into, { room })}
      verb={at ? t(scheduledTexts.verbAt, { at: momentText(at, now) }) : t(scheduledTexts.verb)}
      isDisabled={at === undefined}
      failure={t(scheduledTexts.scheduleFailed)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p dir="auto" className="line-clamp-3 text-ink-muted wrap-anywhere">
        {withWords(content)}
      </p>
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
