import { INCOMING_WEBHOOKS_MAX, type IncomingWebhook } from "@colbin/protocol";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { AddIncomingWebhookDialog } from "./AddIncomingWebhookDialog.tsx";
import { incomingWebhookTexts } from "./incoming-webhook-texts.ts";

interface IncomingWebhooksProps {
  slug: string;
}

/** For people who lead a room: the addresses by which programs write into it (rules-notifications 26). */
export function IncomingWebhooks({ slug }: IncomingWebhooksProps) {
  const { data, error, refetch } = useCall("listIncomingWebhooks", { params: { slug } });
  const { act: remove } = useAct("removeIncomingWebhook", ["listIncomingWebhooks"]);
  const [asked, setAsked] = useState<"new" | IncomingWebhook>();
  const end = () => setAsked(undefined);
  const isFull = (data?.results.length ?? 0) >= INCOMING_WEBHOOKS_MAX;
  return (
    <section aria-labelledby="incoming-webhooks" className="grid gap-2 px-4.5 py-4 max-pair:px-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 id="incoming-webhooks" className="font-medium">
          {t(incomingWebhookTexts.title)}
        </h2>
        <Button
          aria-disabled={isFull}
          data-tooltip={isFull ? t(incomingWebhookTexts.full) : undefined}
          onClick={() => !isFull && setAsked("new")}
        >
          <Plus className="-ms-0.5 text-ink-subtle" aria-hidden="true" />
          {t(incomingWebhookTexts.add)}
        </Button>
      </div>
      <p className="text-ink-muted">{t(incomingWebhookTexts.about)}</p>
      {!data && error && (
        <ErrorState
          title={t(incomingWebhookTexts.failed)}
          text={errorText(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <TableBones label={t(incomingWebhookTexts.title)} />}
      {data?.results.length === 0 && (
        <p className="text-ink-subtle">{t(incomingWebhookTexts.none)}</p>
      )}
      <ul className="divide-y divide-line">
        {data?.results.map((each) => (
          <WebhookLine key={each.id} webhook={each} onRemove={() => setAsked(each)} />
        ))}
      </ul>
      {asked === "new" && <AddIncomingWebhookDialog slug={slug} onClose={end} />}
      {typeof asked === "object" && (
        <FormDialog
          title={t(incomingWebhookTexts.removeTitle, { name: asked.name })}
          text={t(incomingWebhookTexts.removeText)}
          verb={t(incomingWebhookTexts.removeVerb)}
          failure={t(incomingWebhookTexts.removeFailed)}
          isDanger
          onConfirm={() => remove({ params: { slug, webhookId: asked.id } })}
          onClose={end}
        />
      )}
    </section>
  );
}

function WebhookLine({ webhook, onRemove }: { webhook: IncomingWebhook; onRemove: () => void }) {
  const { name, isLive } = webhook;
  return (
    <li className="flex min-h-12 items-center gap-3 py-1.5">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium" dir="auto">
          {name}
        </p>
        <p className="text-xs text-ink-subtle" dir="auto">
          {isLive ? factsOf(webhook) : t(incomingWebhookTexts.stopped)}
        </p>
      </div>
      <IconButton label={t(incomingWebhookTexts.remove, { name })} onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}

function factsOf({ createdBy, createdAt, lastUsedAt }: IncomingWebhook): string {
  const date = formatDate(new Date(createdAt), "date");
  const made =
    createdBy === null
      ? t(incomingWebhookTexts.madeBySomebody, { date })
      : t(incomingWebhookTexts.made, { name: createdBy, date });
  const used =
    lastUsedAt === null
      ? t(incomingWebhookTexts.neverUsed)
      : t(incomingWebhookTexts.used, { time: formatDate(new Date(lastUsedAt), "stamp") });
  return `${made} · ${used}`;
}
