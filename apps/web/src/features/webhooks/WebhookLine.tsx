import type { Webhook } from "@colbin/protocol";
import { X } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Chip } from "#web/design/form/Chip.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { settingLine } from "#web/features/settings/setting-line.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { webhookTexts } from "./webhook-texts.ts";

interface WebhookLineProps {
  webhook: Webhook;
  onRemove: () => void;
}

/** An address, and how its last call ended. */
export function WebhookLine({ webhook, onRemove }: WebhookLineProps) {
  const { act, isPending } = useAct("resumeWebhook", ["listWebhooks"]);
  const { host } = new URL(webhook.url);

  return (
    <li className={`${settingLine} flex items-center gap-2.75 max-pair:flex-wrap`}>
      <span className="min-w-0 flex-1">
        <span dir="ltr" className="clip-line block font-medium" title={webhook.url}>
          {webhook.url}
        </span>
        <span className="block text-xs text-ink-subtle">{stateOf(webhook)}</span>
      </span>
      {webhook.offAt !== null && (
        <>
          <Chip tone="warning">{t(webhookTexts.off)}</Chip>
          <Button
            isBusy={isPending}
            aria-label={t(webhookTexts.resumeNamed, { host })}
            onClick={() =>
              void tellFailure(webhookTexts.resumeFailed, act({ params: { id: webhook.id } }))
            }
          >
            {t(webhookTexts.resume)}
          </Button>
        </>
      )}
      <IconButton label={t(webhookTexts.remove, { host })} onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  );
}

function stateOf({ offAt, last }: Webhook): string {
  if (offAt !== null) return t(webhookTexts.offSince, { time: timeOf(offAt) });
  if (!last) return t(webhookTexts.neverCalled);
  const time = timeOf(last.at);
  if (last.outcome === "delivered") return t(webhookTexts.delivered, { time });
  return last.status === null
    ? t(webhookTexts.undelivered, { time })
    : t(webhookTexts.refused, { time, status: last.status });
}

function timeOf(at: string): string {
  return formatDate(new Date(at), "dayClock");
}
