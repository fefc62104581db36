import type { RoomId } from "@colbin/protocol";
import { Clock } from "lucide-react";
import { momentText } from "#web/design/form/near-times.ts";
import { Link } from "#web/design/button/Link.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { useList } from "#web/lib/api/use-list.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useMinute } from "#web/lib/language/use-today.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { SCHEDULED_PATH } from "#web/lib/routing/paths.ts";
import { scheduled } from "./scheduled.ts";
import { scheduledTexts } from "./texts.ts";

/** Above the composer of a room: what the person has scheduled there. Nothing where that is nothing, or not known. */
export function ScheduledLine({ roomId }: { roomId: RoomId }) {
  // Link guests schedule nothing.
  const isMember = useStore(chat.store, ({ currentUser }) => currentUser?.role !== "GUEST");
  return isMember && <Line roomId={roomId} />;
}

function Line({ roomId }: { roomId: RoomId }) {
  const { results = [] } = useList(scheduled);
  const now = new Date(useMinute());
  const here = results.filter(({ room }) => room?.roomId === roomId);
  const waiting = here.filter(({ state }) => state !== "failed");
  const [next] = waiting;
  if (here.length === 0) return null;
  return (
    <p className="flex items-center gap-2 px-1 pb-1.5 text-xs text-ink-muted">
      <Clock className="size-3.5 flex-none text-ink-subtle" aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">
        {next
          ? t(scheduledTexts.waiting, {
              n: waiting.length,
              at: momentText(new Date(next.sendAt), now),
            })
          : t(scheduledTexts.notSent, { n: here.length })}
      </span>
      <Link to={SCHEDULED_PATH} className="font-medium text-accent-ink hover:underline">
        {t(scheduledTexts.show)}
      </Link>
    </p>
  );
}
