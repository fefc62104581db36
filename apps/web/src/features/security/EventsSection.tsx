import type { SecurityEvent } from "@colbin/protocol";
import {
  CircleAlert,
  CodeXml,
  Download,
  KeyRound,
  LogOut,
  Mail,
  Monitor,
  ShieldCheck,
  type LucideIcon,
} from "lucide-react";
import { useState } from "react";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { settingLine } from "#web/features/settings/setting-line.ts";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { eventText, eventTexts } from "./event-texts.ts";

/** So many stand there at first. */
const FIRST = 8;

const icons: Readonly<Record<SecurityEvent["kind"], LucideIcon>> = {
  "sign-in": Monitor,
  "failed sign-in": CircleAlert,
  "failed elevation": CircleAlert,
  "failed verification": Mail,
  "sign-out": LogOut,
  "session ended": LogOut,
  "token reuse": CircleAlert,
  password: KeyRound,
  identifier: Mail,
  "second factor": ShieldCheck,
  "api key": CodeXml,
  export: Download,
};

/** Events that stand out: somebody else may have caused them. */
const alarming: readonly SecurityEvent["kind"][] = [
  "failed sign-in",
  "failed elevation",
  "token reuse",
];

/** The events of the account (rules-identity 84). */
export function EventsSection() {
  const { data, error, refetch } = useCall("listSecurityEvents", {});
  const [isWhole, setWhole] = useState(false);
  if (!data && error)
    return (
      <ErrorState
        title={t(eventTexts.failed)}
        text={errorText(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <TableBones label={t(eventTexts.title)} />;
  const { events } = data;
  const shown = isWhole ? events : events.slice(0, FIRST);
  return (
    <div>
      <SettingsSection
        title={t(eventTexts.title)}
        tools={
          shown.length < events.length && (
            <TextButton onClick={() => setWhole(true)}>{t(eventTexts.showAll)}</TextButton>
          )
        }
      >
        <ul className="divide-y divide-line">
          {shown.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </ul>
      </SettingsSection>
      <p className="mt-2 text-xs text-ink-subtle">{t(eventTexts.hint)}</p>
    </div>
  );
}

function EventLine({ event }: { event: SecurityEvent }) {
  const Icon = icons[event.kind];
  const isBad = alarming.includes(event.kind);
  const at = new Date(event.at);
  return (
    <li className={`${settingLine} flex items-center gap-2.75`}>
      <Icon
        className={`flex-none ${isBad ? "text-danger-ink" : "text-ink-subtle"}`}
        aria-hidden="true"
      />
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{eventText(event)}</span>
        {event.address !== null && (
          <span className="block text-xs text-ink-subtle wrap-anywhere">
            {t(eventTexts.from, { address: event.address })}
          </span>
        )}
      </span>
      <time dateTime={event.at} className="flex-none text-xs text-ink-subtle">
        {formatDate(at, "dayClock")}
      </time>
    </li>
  );
}
