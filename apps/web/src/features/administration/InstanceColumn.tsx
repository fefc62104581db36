import type { ReplyOf } from "@colbin/protocol";
import type { ReactNode } from "react";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { SettingsColumn } from "#web/features/settings/SettingsColumn.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { administrationTexts } from "./administration-texts.ts";

/** Counting takes the database a moment. */
const REFRESH_MS = 60_000;

interface InstanceColumnProps {
  /** The name of the page. */
  label: string;
  /** Draws what was read of the server. */
  children: (instance: ReplyOf<"getInstance">) => ReactNode;
}

/** Sections about the server, once it has told how it is. */
export function InstanceColumn({ label, children }: InstanceColumnProps) {
  const { data, error, refetch } = useCall("getInstance", {}, { refreshMs: REFRESH_MS });
  if (data) return <SettingsColumn>{children(data)}</SettingsColumn>;
  if (!error) return <TableBones label={label} />;
  return (
    <div className="scroll-area grid min-h-0 flex-1 place-items-center py-6">
      <ErrorState
        title={t(administrationTexts.failed)}
        text={errorText(error)}
        onRetry={() => void refetch()}
      />
    </div>
  );
}
