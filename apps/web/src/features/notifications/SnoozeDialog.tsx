import { PLAN_MAX_MS, PLAN_MIN_MS, type Notification } from "@colbin/protocol";
import { useState } from "react";
import { nearTimes } from "#web/design/form/near-times.ts";
import { WhenPicker } from "#web/design/form/WhenPicker.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { activityTexts } from "./activity-texts.ts";

interface SnoozeDialogProps {
  notification: Notification;
  onChoose: (until: string) => void;
  onClose: () => void;
}

/** Asks until when a notification is snoozed: near choices, and a time of one's own. */
export function SnoozeDialog({ notification, onChoose, onClose }: SnoozeDialogProps) {
  const [now] = useState(() => new Date());
  const [choices] = useState(() => nearTimes(now));
  const { snoozedUntil } = notification;
  const [until, setUntil] = useState(
    snoozedUntil === null ? choices[0]?.at : new Date(snoozedUntil),
  );
  return (
    <FormDialog
      title={t(activityTexts.snoozeTitle)}
      text={t(activityTexts.snoozeText)}
      verb={t(activityTexts.snooze)}
      isDisabled={!until}
      onConfirm={async () => {
        if (until) onChoose(until.toISOString());
        await Promise.resolve();
      }}
      onClose={onClose}
    >
      <WhenPicker
        label={t(activityTexts.when)}
        choices={choices}
        min={new Date(now.getTime() + PLAN_MIN_MS)}
        max={new Date(now.getTime() + PLAN_MAX_MS)}
        value={until}
        onChange={setUntil}
      />
    </FormDialog>
  );
}
