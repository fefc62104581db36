import type { RoomId } from "@colbin/protocol";
import { BellOff } from "lucide-react";
import { momentText } from "#web/design/form/near-times.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { useMinute } from "#web/lib/language/use-today.ts";
import { useStore } from "#web/lib/react/use-store.ts";

const pausedUntil: Text = {
  id: "quietLine.pausedUntil",
  message: "Notifications paused until {when}. Messages arrive, without a sound.",
};

/** How old it may be when the other person becomes quiet, or is not any more. */
const REFRESH_MS = 60_000;

/** In a talk of two: until when nothing rings for the other one, as far as they show it (rules-notifications 19). */
export function QuietLine({ roomId }: { roomId: RoomId }) {
  const slug = useStore(chat.store, ({ subscriptions }) => {
    const room = subscriptions.get(roomId);
    return room?.roomType === "direct" ? room.sessionRoomSlug : undefined;
  });
  return slug === undefined ? null : <PeerLine key={slug} slug={slug} />;
}

function PeerLine({ slug }: { slug: string }) {
  const { data } = useCall("getPeerQuiet", { params: { slug } }, { refreshMs: REFRESH_MS });
  const now = new Date(useMinute());
  const until = data?.quietUntil ? new Date(data.quietUntil) : undefined;
  return (
    <div role="status">
      {until && until > now && (
        <p className="flex items-center gap-2 px-gutter py-1 text-xs text-ink-subtle">
          <BellOff aria-hidden="true" className="icon-sm flex-none" />
          {t(pausedUntil, { when: momentText(until, now) })}
        </p>
      )}
    </div>
  );
}
