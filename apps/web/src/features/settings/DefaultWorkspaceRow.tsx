import { RefreshCw } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { Skeleton } from "#web/design/page/Skeleton.tsx";
import { useOrganizations } from "#web/features/workspaces/use-organizations.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";
import { SettingRow } from "./SettingRow.tsx";
import { settingsTexts } from "./texts.ts";
import { usePreference } from "./use-preference.ts";

const LAST_USED = "";

/** Where a sign-in leads: into an organization, as long as it is open to the person, or where they were last (rules-identity 79). */
export function DefaultWorkspaceRow() {
  const { data, error, refetch } = useOrganizations();
  const chosen = usePreference("defaultWorkspace");
  const open = data?.results.filter(({ status }) => status === "ACTIVE") ?? [];
  const current = open.find(({ id }) => id === chosen.value);
  const hint = error && !data ? errorText(error) : t(settingsTexts.defaultWorkspaceHint);
  return (
    <SettingRow title={t(settingsTexts.defaultWorkspace)} hint={hint}>
      {(words) =>
        data ? (
          <Select
            {...words}
            className="max-pair:w-full pair:w-60"
            options={[
              { value: LAST_USED, label: t(settingsTexts.lastUsed) },
              ...open.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            value={current?.id ?? LAST_USED}
            onChange={(value) => chosen.choose(value === LAST_USED ? null : value)}
          />
        ) : error ? (
          <Button onClick={() => void refetch()}>
            <RefreshCw className="-ms-0.5 text-ink-subtle" aria-hidden="true" />
            {t(settingsTexts.tryAgain)}
          </Button>
        ) : (
          <div role="status" aria-label={t(settingsTexts.loading)} className="late">
            <Skeleton className="h-control w-60 rounded-sm" />
          </div>
        )
      }
    </SettingRow>
  );
}
