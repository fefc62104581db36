import type { RoomId } from "@colbin/protocol";
import { ChartBarBig } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { askPoll, mayAskPoll } from "./ask-poll.ts";
import { askTexts } from "./texts.ts";

/** Among the tools of a composer. */
export function PollButton({ roomId }: { roomId: RoomId }) {
  const room = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomId));
  if (!room) return null;
  return (
    <IconButton
      label={t(askTexts.create)}
      disabled={!mayAskPoll(room)}
      onClick={() => askPoll(room)}
    >
      <ChartBarBig aria-hidden="true" />
    </IconButton>
  );
}
