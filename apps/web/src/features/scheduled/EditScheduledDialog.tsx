import type { ScheduledMessage } from "@colbin/protocol";
import { useState } from "react";
import { nearTimes } from "#web/design/form/near-times.ts";
import { TextArea } from "#web/design/form/TextArea.tsx";
import { WhenPicker } from "#web/design/form/WhenPicker.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { withMentions, withWords } from "#web/lib/device/mention-words.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { listBounds } from "./moments.ts";
import { scheduled } from "./scheduled.ts";
import { scheduledTexts } from "./texts.ts";

interface EditScheduledDialogProps {
  message: ScheduledMessage;
  onClose: () => void;
}

/** Changes text and time. A failed message gets a new time, with which it is tried again. */
export function EditScheduledDialog({ message, onClose }: EditScheduledDialogProps) {
  const { id, room } = message;
  const [now] = useState(() => new Date());
  const [content, setContent] = useState(() => withWords(message.content));
  const [choices] = useState(() => nearTimes(now));
  const [at, setAt] = useState(() =>
    message.state === "failed" ? choices[0]?.at : new Date(message.sendAt),
  );
  const { act: change } = useAct("updateScheduledMessage", [], [scheduled]);
  const said = withMentions(content);
  const isNew = at?.toISOString() !== message.sendAt;
  return (
    <FormDialog
      title={t(scheduledTexts.editTitle, {
        room: room?.title ?? t(scheduledTexts.hiddenRoom),
      })}
      verb={t(scheduledTexts.save)}
      isDisabled={at === undefined || (content.trim() === "" && message.content !== "")}
      failure={t(scheduledTexts.saveFailed)}
      onConfirm={() =>
        change({
          params: { id },
          body: {
            ...(said !== message.content && { content: said }),
            ...(isNew && { sendAt: at?.toISOString() }),
          },
        })
      }
      onClose={onClose}
    >
      <TextArea
        name="content"
        label={t(scheduledTexts.text)}
        value={content}
        rows={4}
        dir="auto"
        onChange={setContent}
      />
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
