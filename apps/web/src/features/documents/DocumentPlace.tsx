import type { Document } from "@colbin/protocol";
import { roomTitle } from "#web/features/rooms/room-title.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { documentTexts } from "./document-texts.ts";

interface DocumentPlaceProps {
  document: Pick<Document, "sessionRoomSlug" | "createdBy">;
}

/** The name of the room of a document; without a room, whether it is one's own. */
export function DocumentPlace({ document }: DocumentPlaceProps) {
  const { sessionRoomSlug: chatId, createdBy } = document;
  const ownId = useStore(account.session, ({ user }) => user?.id);
  const room = useStore(chat.store, (state) => chatId && roomTitle({ chatId }, state));
  if (room) return <bdi className="wrap-anywhere">{room}</bdi>;
  return t(createdBy.id === ownId ? documentTexts.mine : documentTexts.shared);
}
