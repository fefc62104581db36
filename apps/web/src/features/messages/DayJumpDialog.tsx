import type { MessageId, RoomId } from "@colbin/protocol";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "react-router";
import { Button } from "#web/design/button/Button.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { dayAfter, dayKey, momentOf } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { dayJumpTexts } from "./day-jump-texts.ts";
import { findMessageAt, monthBefore } from "./find-day.ts";

const BEGINNING = "1970-01-01";
const WEEK_DAYS = 7;

interface DayJumpDialogProps {
  roomId: RoomId;
  onClose: () => void;
}

/** Leads to the first message of a day, or of the next one on which something was written. */
export function DayJumpDialog({ roomId, onClose }: DayJumpDialogProps) {
  const [today] = useState(() => dayKey(new Date()));
  const [day, setDay] = useState(today);
  const found = useRef<MessageId>(undefined);
  const navigate = useNavigate();
  const { search } = useLocation();
  const days = [
    [dayJumpTexts.today, today],
    [dayJumpTexts.lastWeek, dayAfter(today, -WEEK_DAYS)],
    [dayJumpTexts.lastMonth, monthBefore(today)],
    [dayJumpTexts.beginning, BEGINNING],
  ] as const;

  async function find(): Promise<void> {
    found.current = await findMessageAt(roomId, momentOf(day));
    if (found.current === undefined) toast({ title: t(dayJumpTexts.nothing) });
  }

  /** The message takes the focus, which this dialog holds as long as it is there. */
  function close(): void {
    onClose();
    if (found.current === undefined) return;
    const next = new URLSearchParams(search);
    next.set("message", found.current);
    void navigate({ search: next.toString() });
  }

  return (
    <FormDialog
      title={t(dayJumpTexts.title)}
      verb={t(dayJumpTexts.verb)}
      failure={t(dayJumpTexts.failed)}
      isDisabled={day === ""}
      onConfirm={find}
      onClose={close}
    >
      <TextField
        label={t(dayJumpTexts.day)}
        type="date"
        max={today}
        value={day}
        onChange={setDay}
      />
      <div role="group" aria-label={t(dayJumpTexts.near)} className="flex flex-wrap gap-2">
        {days.map(([text, value]) => (
          <Button
            key={value}
            onClick={({ currentTarget }) => {
              // No button of the form itself: Enter in the field would press the first one.
              flushSync(() => setDay(value));
              currentTarget.form?.requestSubmit();
            }}
          >
            {t(text)}
          </Button>
        ))}
      </div>
    </FormDialog>
  );
}
