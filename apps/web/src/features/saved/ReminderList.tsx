import type { Reminder } from "@colbin/protocol";
import { Clock, Trash2 } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { momentText } from "#web/design/form/near-times.ts";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { useNews } from "#web/lib/api/use-news.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useMinute } from "#web/lib/language/use-today.ts";
import { laterTexts } from "./later-texts.ts";

/** Reminders of no message, the next first; those of messages stand at them. */
export function ReminderList() {
  const { data } = useCall("listReminders", {});
  useNews("listReminders", "saved");
  const { act } = useAct("deleteReminder", ["listReminders"]);
  const own = data?.results.filter(({ messageId }) => messageId === null) ?? [];
  if (own.length === 0) return null;
  const remove = (id: string): void =>
    void tellFailure(laterTexts.changeFailed, act({ params: { id } }));
  return (
    <ul aria-label={t(laterTexts.reminders)}>
      {own.map((each) => (
        <li key={each.id}>
          <Row reminder={each} onDelete={() => remove(each.id)} />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  reminder: Reminder;
  onDelete: () => void;
}

function Row({ reminder: { note, remindAt, repeat }, onDelete }: RowProps) {
  const now = new Date(useMinute());
  const line = laterTexts[repeat ?? "due"];
  return (
    <div className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-2.5 rounded-md px-3 py-2 hover:bg-hover">
      <Clock className="mx-auto text-ink-subtle" aria-hidden="true" />
      <div className="min-w-0">
        <p dir="auto" className="text-md wrap-anywhere">
          {note}
        </p>
        <p className="text-xs font-medium text-warning-ink">
          {t(line, { when: momentText(new Date(remindAt), now) })}
        </p>
      </div>
      <IconButton label={t(laterTexts.deleteReminder)} onClick={onDelete}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  );
}
