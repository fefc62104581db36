import type { ApiKey } from "@colbin/protocol";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { SettingsPage } from "#web/features/settings/SettingsPage.tsx";
import { settingsTexts } from "#web/features/settings/texts.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { apiKeyTexts } from "./api-key-texts.ts";
import { countLive } from "./key-life.ts";
import { KeyList } from "./KeyList.tsx";

const CreateKeyDialog = lazyPart(() => import("./CreateKeyDialog.tsx"), "CreateKeyDialog");
const EndKeyDialog = lazyPart(() => import("./EndKeyDialog.tsx"), "EndKeyDialog");

/** The server tells to the minute when a key was used, and pushes it to nobody. */
const REFRESH_MS = 30_000;

/** `/settings/api`: keys with which programs act as the person (rules-identity 82). */
export function ApiKeysPage() {
  const { data, error, refetch } = useCall("listApiKeys", {}, { refreshMs: REFRESH_MS });
  const [isCreating, setCreating] = useState(false);
  const [ended, setEnded] = useState<ApiKey>();
  const isFull = data !== undefined && countLive(data.keys) >= data.max;
  return (
    <SettingsPage
      title={t(settingsTexts.apiKeys)}
      note={data && data.keys.length > 0 ? data.keys.length : undefined}
      tools={
        data && (
          <Button
            variant="primary"
            size="header"
            aria-disabled={isFull}
            data-tooltip={isFull ? t(apiKeyTexts.full) : undefined}
            onClick={() => isFull || setCreating(true)}
          >
            <Plus className="-ms-0.5" aria-hidden="true" />
            {t(apiKeyTexts.create)}
          </Button>
        )
      }
      isFilled
    >
      {data ? (
        <KeyList {...data} onEnd={setEnded} />
      ) : error ? (
        <div className="py-6">
          <ErrorState
            title={t(apiKeyTexts.failed)}
            text={errorText(error)}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <TableBones label={t(settingsTexts.apiKeys)} />
      )}
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {ended && <EndKeyDialog apiKey={ended} onClose={() => setEnded(undefined)} />}
    </SettingsPage>
  );
}
