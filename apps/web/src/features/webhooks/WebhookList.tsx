import { WEBHOOKS_MAX, WEBHOOKS_OF_ORGANIZATION_MAX } from "@colbin/protocol";
import type { Webhook, WorkspaceId } from "@colbin/protocol";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { WebhookLine } from "./WebhookLine.tsx";
import { webhookTexts } from "./webhook-texts.ts";

const AddWebhookDialog = lazyPart(() => import("./AddWebhookDialog.tsx"), "AddWebhookDialog");
const RemoveWebhookDialog = lazyPart(
  () => import("./RemoveWebhookDialog.tsx"),
  "RemoveWebhookDialog",
);

/** How old the state of the last calls may be: nobody pushes it. */
const REFRESH_MS = 10_000;

interface WebhookListProps {
  /** Undefined for those of the person. */
  orgId?: WorkspaceId;
}

/** The webhooks of the person or of an organization, the latest first (rules-notifications 25). */
export function WebhookList({ orgId }: WebhookListProps) {
  const query = orgId === undefined ? {} : { orgId };
  const { data, error, refetch } = useCall("listWebhooks", { query }, { refreshMs: REFRESH_MS });
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Webhook>();
  const isOwn = orgId === undefined;
  if (!data && error)
    return (
      <ErrorState
        title={t(webhookTexts.failed)}
        text={errorText(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <TableBones label={t(webhookTexts.title)} />;
  return (
    <>
      <SettingsSection
        title={t(webhookTexts.title)}
        tools={
          <Tools
            count={data.results.length}
            max={isOwn ? WEBHOOKS_MAX : WEBHOOKS_OF_ORGANIZATION_MAX}
            onAdd={() => setAdding(true)}
          />
        }
      >
        {data.results.length === 0 ? (
          <EmptyState
            icon={WebhookIcon}
            title={t(webhookTexts.none)}
            text={t(isOwn ? webhookTexts.noneText : webhookTexts.organizationNoneText)}
          />
        ) : (
          <ul className="divide-y divide-line">
            {data.results.map((each) => (
              <WebhookLine key={each.id} webhook={each} onRemove={() => setRemoved(each)} />
            ))}
          </ul>
        )}
      </SettingsSection>
      {isAdding && <AddWebhookDialog orgId={orgId} onClose={() => setAdding(false)} />}
      {removed && <RemoveWebhookDialog webhook={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

function Tools({ count, max, onAdd }: { count: number; max: number; onAdd: () => void }) {
  const isFull = count >= max;
  return (
    <span className="flex items-center gap-3">
      {count > 0 && (
        <span className="text-ink-subtle tabular-nums">
          {t(webhookTexts.count, { n: count, max })}
        </span>
      )}
      <Button
        aria-disabled={isFull}
        data-tooltip={isFull ? t(webhookTexts.full) : undefined}
        onClick={() => !isFull && onAdd()}
      >
        <Plus className="-ms-0.5 text-ink-subtle" aria-hidden="true" />
        {t(webhookTexts.add)}
      </Button>
    </span>
  );
}
