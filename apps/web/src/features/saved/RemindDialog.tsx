import { addressOf } from "@colbin/client";
import {
  PLAN_MAX_MS,
  PLAN_MIN_MS,
  REMINDER_NOTE_MAX,
  type MessageId,
  type ReminderRepeat,
  type RoomId,
} from "@colbin/protocol";
import { useState } from "react";
import { nearTimes } from "#web/design/form/near-times.ts";
import { Select } from "#web/design/form/Select.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { WhenPicker } from "#web/design/form/WhenPicker.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { displayZone } from "#web/lib/language/dates.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { laterTexts } from "./later-texts.ts";
import { saved } from "./saved.ts";

interface RemindDialogProps {
  /** The message that it is about; without one a note says it. */
  roomId?: RoomId;
  messageId?: MessageId;
  /** When they are to be reminded of it as it is. */
  remindAt?: string | null;
  onClose: () => void;
}

const repeats: readonly (readonly ["never" | ReminderRepeat, Text])[] = [
  ["never", laterTexts.never],
  ["daily", laterTexts.everyDay],
  ["weekly", laterTexts.everyWeek],
];

/** Asks when to be reminded, and of what. */
export function RemindDialog({ roomId, messageId, remindAt = null, onClose }: RemindDialogProps) {
  const [now] = useState(() => new Date());
  const [choices] = useState(() => nearTimes(now));
  const [picked, setPicked] = useState<{ readonly at: Date | undefined }>();
  // A new time of a reminder that there is leaves the rest of it as it was.
  const { data } = useCall("listReminders", {}, { isOff: messageId === undefined });
  const before = data?.results.find((each) => messageId && each.messageId === messageId);
  const set = remindAt ?? before?.remindAt;
  const when = picked ? picked.at : set === undefined ? choices[0]?.at : new Date(set);
  const [typed, setNote] = useState<string>();
  const [chosen, setRepeat] = useState<"never" | ReminderRepeat>();
  const note = typed ?? before?.note ?? "";
  const repeat = chosen ?? before?.repeat ?? "never";
  const { act: remindOf } = useAct("remindOfMessage", ["listReminders"], [saved.list]);
  const { act: create } = useAct("createReminder", ["listReminders"]);
  const isOfMessage = roomId !== undefined && messageId !== undefined;
  async function confirm(): Promise<void> {
    if (!when) return;
    const body = {
      note,
      remindAt: when.toISOString(),
      ...(repeat !== "never" && { repeat }),
      timeZone: displayZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
    if (!isOfMessage) await create({ body });
    else {
      const slug = addressOf(chat.store.getSnapshot(), roomId);
      await remindOf({ params: { slug, id: messageId }, body });
    }
  }
  return (
    <FormDialog
      title={t(isOfMessage ? laterTexts.remind : laterTexts.newReminder)}
      text={t(laterTexts.noteText)}
      verb={t(laterTexts.remind)}
      isDisabled={!when || (!isOfMessage && note.trim() === "")}
      onConfirm={confirm}
      onClose={onClose}
    >
      <WhenPicker
        label={t(laterTexts.when)}
        name="remindAt"
        choices={choices}
        min={new Date(now.getTime() + PLAN_MIN_MS)}
        max={new Date(now.getTime() + PLAN_MAX_MS)}
        // One that comes to know the time that is set begins anew with it.
        key={picked ? "picked" : set}
        value={when}
        onChange={(at) => setPicked({ at })}
      />
      <div className="mt-3 grid grid-cols-2 gap-2 max-pair:grid-cols-1">
        <TextField
          label={t(laterTexts.what)}
          name="note"
          dir="auto"
          maxLength={REMINDER_NOTE_MAX}
          value={note}
          onChange={setNote}
        />
        <Select
          label={t(laterTexts.repeat)}
          value={repeat}
          onChange={setRepeat}
          options={repeats.map(([value, text]) => ({ value, label: t(text) }))}
        />
      </div>
    </FormDialog>
  );
}
