import type { ApiKey } from "@colbin/protocol";
import { KeyRound } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { TableHead } from "#web/design/table/TableHead.tsx";
import { TableRow } from "#web/design/table/TableRow.tsx";
import { settingsTexts } from "#web/features/settings/texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { apiKeyTexts } from "./api-key-texts.ts";
import { CallCode } from "./CallCode.tsx";
import { KEY_SAMPLE, toCurl } from "./first-call.ts";
import { keyColumns } from "./key-columns.tsx";
import { countLive, isOver } from "./key-life.ts";

interface KeyListProps {
  keys: readonly ApiKey[];
  /** So many may there be. */
  max: number;
  onEnd: (key: ApiKey) => void;
}

/** The keys, and below them in the same place how one is used. */
export function KeyList({ keys, max, onEnd }: KeyListProps) {
  return (
    <>
      <ScrollRegion className="min-h-0 flex-1">
        {keys.length === 0 ? (
          <div className="py-6">
            <EmptyState
              icon={KeyRound}
              title={t(apiKeyTexts.none)}
              text={t(apiKeyTexts.noneText)}
            />
          </div>
        ) : (
          <KeyTable keys={keys} onEnd={onEnd} />
        )}
        <div className="max-w-190 px-gutter pt-5 pb-7 max-pair:px-4">
          <CallCode
            title={t(apiKeyTexts.firstCall)}
            text={toCurl(window.location.origin, "listMyRooms", KEY_SAMPLE)}
          />
          <p className="mt-1.5 text-xs text-ink-subtle">{t(apiKeyTexts.firstCallHint)}</p>
        </div>
      </ScrollRegion>
      {keys.length > 0 && (
        <p className="flex h-11 flex-none items-center border-t border-line px-gutter text-xs text-ink-subtle tabular-nums max-pair:px-4">
          {t(apiKeyTexts.count, { n: countLive(keys), max })}
        </p>
      )}
    </>
  );
}

function KeyTable({ keys, onEnd }: Omit<KeyListProps, "max">) {
  const columns = keyColumns();
  return (
    <table aria-label={t(settingsTexts.apiKeys)} className="w-full max-pair:block">
      <TableHead
        columns={columns}
        ids={keys.map(({ id }) => id)}
        hasActions
        sort={undefined}
        selection={undefined}
      />
      <tbody className="max-pair:block">
        {keys.map((key) => (
          <TableRow
            key={key.id}
            id={key.id}
            row={key}
            name={key.name}
            columns={columns}
            renderActions={(row) => <EndButton apiKey={row} onEnd={onEnd} />}
            selection={undefined}
          />
        ))}
      </tbody>
    </table>
  );
}

interface EndButtonProps extends Pick<KeyListProps, "onEnd"> {
  apiKey: ApiKey;
}

function EndButton({ apiKey, onEnd }: EndButtonProps) {
  const { name, expiresAt } = apiKey;
  const wasOver = isOver(expiresAt);
  return (
    <Button
      variant="ghost"
      aria-label={t(wasOver ? apiKeyTexts.removeNamed : apiKeyTexts.endNamed, { name })}
      onClick={() => onEnd(apiKey)}
    >
      {t(wasOver ? apiKeyTexts.remove : apiKeyTexts.end)}
    </Button>
  );
}
