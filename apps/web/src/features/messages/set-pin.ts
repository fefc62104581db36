import { addressOf } from "@colbin/client";
import type { MessageId, RoomId } from "@colbin/protocol";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { toolTexts } from "./tool-texts.ts";

/** Pins a message for everybody in the room, or takes its pin away; the list shows it once the server has told it. Never rejects. */
export function setPin(roomId: RoomId, id: MessageId, isPinned: boolean): Promise<boolean> {
  const slug = addressOf(chat.store.getSnapshot(), roomId);
  const name = isPinned ? "pinMessage" : "unpinMessage";
  return tellFailure(toolTexts.pinFailed, account.call(name, { params: { slug, id } }));
}
