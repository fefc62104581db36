import type { ApiKey } from "@colbin/protocol";
import clsx from "clsx";
import { KeyRound } from "lucide-react";
import { Chip } from "#web/design/form/Chip.tsx";
import { toColumn, type TableColumn } from "#web/design/table/table-parts.ts";
import { workspaceTexts } from "#web/features/workspaces/texts.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { apiKeyTexts } from "./api-key-texts.ts";
import { KEY_SAMPLE } from "./first-call.ts";
import { daysLeft, isOver } from "./key-life.ts";
import { scopeWords } from "./scopes.ts";

export function keyColumns(): readonly TableColumn<ApiKey>[] {
  return [
    toColumn(apiKeyTexts.name, (key) => <Name {...key} />),
    toColumn(apiKeyTexts.scopes, ({ scopes }) => (
      <span className="flex flex-wrap gap-1 py-1">
        {scopeWords(scopes).map((words) => (
          <Chip key={words}>{words}</Chip>
        ))}
      </span>
    )),
    toColumn(apiKeyTexts.used, ({ usedAt }) =>
      usedAt === null ? t(apiKeyTexts.never) : formatDate(new Date(usedAt), "dayClock"),
    ),
    toColumn(apiKeyTexts.expires, (key) => <Expiry {...key} />),
  ];
}

type NameProps = Pick<ApiKey, "name" | "hint" | "organization" | "expiresAt">;

function Name({ name, hint, organization, expiresAt }: NameProps) {
  return (
    <span className="flex min-w-0 items-center gap-2.75">
      <span
        aria-hidden="true"
        data-mark=""
        className="grid size-7 flex-none place-items-center rounded-full bg-hover text-ink-subtle"
      >
        <KeyRound className="icon-sm" />
      </span>
      <span className="min-w-0">
        <bdi
          className={clsx(
            "block wrap-anywhere",
            isOver(expiresAt) ? "text-ink-subtle" : "font-medium text-ink",
          )}
        >
          {name}
        </bdi>
        <span className="block text-xs wrap-anywhere text-ink-subtle">
          <span dir="ltr" className="font-mono">
            {KEY_SAMPLE}
            {hint}
          </span>
          {" · "}
          <bdi>{organization ?? t(workspaceTexts.personal)}</bdi>
        </span>
      </span>
    </span>
  );
}

/** From so few days on the end is told with them. */
const SOON_DAYS = 7;

function Expiry({ expiresAt }: Pick<ApiKey, "expiresAt">) {
  const date = formatDate(new Date(expiresAt), "date");
  if (isOver(expiresAt))
    return <span className="text-danger-ink">{t(apiKeyTexts.expired, { date })}</span>;
  const days = daysLeft(expiresAt);
  if (days >= SOON_DAYS) return date;
  return <span className="text-warning-ink">{t(apiKeyTexts.soon, { date, days })}</span>;
}
