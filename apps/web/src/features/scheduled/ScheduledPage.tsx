import type { ScheduledMessage } from "@colbin/protocol";
import { Clock } from "lucide-react";
import { useState } from "react";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { BackToRooms } from "#web/features/rooms/BackToRooms.tsx";
import { errorText, learnErrorTexts } from "#web/lib/api/error-text.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useList } from "#web/lib/api/use-list.ts";
import { dayKey, formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useToday } from "#web/lib/language/use-today.ts";
import { EditScheduledDialog } from "./EditScheduledDialog.tsx";
import { scheduled } from "./scheduled.ts";
import { ScheduledItem } from "./ScheduledItem.tsx";
import { scheduledTexts } from "./texts.ts";

// No call answers it: it is the reason of a message that has failed.
learnErrorTexts({ SCHEDULED_TOO_LATE: scheduledTexts.tooLate });

interface Asked {
  readonly about: "edit" | "remove";
  readonly message: ScheduledMessage;
}

/** `/chat/scheduled`: messages that wait for their time, and those that were not sent. */
export function ScheduledPage() {
  const { results, failure, retry } = useList(scheduled);
  const [asked, setAsked] = useState<Asked>();
  const { act: send } = useAct("sendScheduledMessage", [], [scheduled]);
  const { act: remove } = useAct("deleteScheduledMessage", [], [scheduled]);
  const close = () => setAsked(undefined);
  return (
    <>
      <div className="flex h-header flex-none items-center gap-2 border-b border-line ps-gutter pe-2.5 max-pair:gap-0.5 max-pair:px-1">
        <BackToRooms />
        <h1 className="text-body leading-5 font-strong max-pair:text-read">
          {t(scheduledTexts.title)}
        </h1>
      </div>
      <ScrollRegion className="min-h-0 flex-1 px-gutter pb-6">
        {!results && !failure && <TableBones label={t(scheduledTexts.loading)} />}
        {!results && failure && (
          <ErrorState
            title={t(scheduledTexts.loadFailed)}
            text={errorText(failure)}
            onRetry={retry}
          />
        )}
        {results?.length === 0 && (
          <EmptyState
            icon={Clock}
            title={t(scheduledTexts.none)}
            text={t(scheduledTexts.noneText)}
          />
        )}
        {results && (
          <Parts
            results={results}
            onAsk={setAsked}
            onSend={({ id }) => tellFailure(scheduledTexts.sendFailed, send({ params: { id } }))}
          />
        )}
      </ScrollRegion>
      {asked?.about === "edit" && <EditScheduledDialog message={asked.message} onClose={close} />}
      {asked?.about === "remove" && (
        <FormDialog
          title={t(scheduledTexts.removeTitle)}
          text={t(scheduledTexts.removeText)}
          verb={t(scheduledTexts.remove)}
          isDanger
          failure={t(scheduledTexts.removeFailed)}
          onConfirm={() => remove({ params: { id: asked.message.id } })}
          onClose={close}
        />
      )}
    </>
  );
}

interface PartsProps {
  results: readonly ScheduledMessage[];
  onAsk: (asked: Asked) => void;
  /** Answers whether it was sent. */
  onSend: (message: ScheduledMessage) => Promise<boolean>;
}

/** By day, those that failed at the end. */
function Parts({ results, onAsk, onSend }: PartsProps) {
  const year = useToday().slice(0, 4);
  const toDay = (at: Date): string =>
    formatDate(at, dayKey(at).startsWith(year) ? "day" : "dayAndYear");
  const parts = Map.groupBy(results, ({ state, sendAt }) =>
    state === "failed" ? t(scheduledTexts.failedPart) : toDay(new Date(sendAt)),
  );
  const failed = parts.get(t(scheduledTexts.failedPart));
  parts.delete(t(scheduledTexts.failedPart));
  if (failed) parts.set(t(scheduledTexts.failedPart), failed);
  return (
    <div className="mx-auto max-w-180">
      {[...parts].map(([label, messages]) => (
        <section key={label} aria-label={label}>
          <h2 className="px-2.5 pt-4 pb-1 text-xs font-medium text-ink-subtle">{label}</h2>
          {messages.map((message) => (
            <ScheduledItem
              key={message.id}
              message={message}
              onEdit={() => onAsk({ about: "edit", message })}
              onRemove={() => onAsk({ about: "remove", message })}
              onSend={() => onSend(message)}
            />
          ))}
        </section>
      ))}
    </div>
  );
}
