import type { Session } from "@colbin/protocol";
import { Monitor, Pencil, Smartphone } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Chip } from "#web/design/form/Chip.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { settingLine } from "#web/features/settings/setting-line.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { sessionName } from "./session-name.ts";
import { sessionTexts } from "./session-texts.ts";

interface SessionLineProps {
  session: Session;
  onRename: () => void;
}

/** A device, when and from where it was used, and the way to end its session. */
export function SessionLine({ session, onRename }: SessionLineProps) {
  const { act, isPending } = useAct("endSession", ["listSessions"]);
  const name = sessionName(session);
  const Icon = /Mobile|Android|iPhone|iPad/.test(session.userAgent ?? "") ? Smartphone : Monitor;

  return (
    <li className={`${settingLine} flex items-center gap-2.75 max-pair:flex-wrap`}>
      <Icon className="flex-none text-ink-subtle" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-2 font-medium">
          <bdi className="clip-line">{name}</bdi>
          {session.isCurrent && <Chip tone="success">{t(sessionTexts.current)}</Chip>}
        </span>
        <span className="block text-xs text-ink-subtle wrap-anywhere">{detailOf(session)}</span>
      </span>
      <IconButton label={t(sessionTexts.rename, { name })} onClick={onRename}>
        <Pencil aria-hidden="true" />
      </IconButton>
      {!session.isCurrent && (
        <Button
          isBusy={isPending}
          aria-label={t(sessionTexts.endNamed, { name })}
          onClick={() =>
            void tellFailure(sessionTexts.endFailed, act({ params: { id: session.id } }))
          }
        >
          {t(sessionTexts.end)}
        </Button>
      )}
    </li>
  );
}

/** After so long without use the end is told as well. */
const IDLE_MS = 24 * 60 * 60_000;

function detailOf(session: Session): string {
  const state = stateOf(session);
  return session.address === null
    ? state
    : t(sessionTexts.from, { address: session.address, state });
}

function stateOf({ isCurrent, createdAt, usedAt, expires }: Session): string {
  const date = formatDate(new Date(createdAt), "date");
  if (isCurrent) return t(sessionTexts.signedIn, { date });
  const used = formatDate(new Date(usedAt), "dayClock");
  return Date.now() - Date.parse(usedAt) > IDLE_MS
    ? t(sessionTexts.idle, { used, end: formatDate(new Date(expires), "date") })
    : t(sessionTexts.active, { used, date });
}
