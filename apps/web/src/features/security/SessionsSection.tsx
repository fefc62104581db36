import type { Session } from "@colbin/protocol";
import { useState } from "react";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { SessionLine } from "./SessionLine.tsx";
import { sessionTexts } from "./session-texts.ts";

const EndOthersDialog = lazyPart(() => import("./EndOthersDialog.tsx"), "EndOthersDialog");
const RenameSessionDialog = lazyPart(
  () => import("./RenameSessionDialog.tsx"),
  "RenameSessionDialog",
);

/** The devices on which the person is signed in (rules-identity 38). */
export function SessionsSection() {
  const { data, error, refetch } = useCall("listSessions", {});
  const [isEndingOthers, setEndingOthers] = useState(false);
  const [renamed, setRenamed] = useState<Session>();
  if (!data && error)
    return (
      <ErrorState
        title={t(sessionTexts.failed)}
        text={errorText(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <TableBones label={t(sessionTexts.title)} />;
  const others = data.sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <div>
      <SettingsSection
        title={t(sessionTexts.title)}
        tools={
          others.length > 0 && (
            <TextButton isDanger onClick={() => setEndingOthers(true)}>
              {t(sessionTexts.endOthers)}
            </TextButton>
          )
        }
      >
        <ul className="divide-y divide-line">
          {data.sessions.map((each) => (
            <SessionLine key={each.id} session={each} onRename={() => setRenamed(each)} />
          ))}
        </ul>
      </SettingsSection>
      {others.length > 0 && <p className="mt-2 text-xs text-ink-subtle">{t(sessionTexts.hint)}</p>}
      {isEndingOthers && <EndOthersDialog others={others} onClose={() => setEndingOthers(false)} />}
      {renamed && <RenameSessionDialog session={renamed} onClose={() => setRenamed(undefined)} />}
    </div>
  );
}
