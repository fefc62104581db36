import { addressOf } from "@colbin/client";
import type { MessageId, RoomId } from "@colbin/protocol";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { toolTexts } from "./tool-texts.ts";

/** Takes the link previews off an own message for everybody; the list shows it once the server has told it. Never rejects. */
export function removePreviews(roomId: RoomId, id: MessageId): Promise<boolean> {
  const slug = addressOf(chat.store.getSnapshot(), roomId);
  const call = account.call("deletePreviews", { params: { slug, id } });
  return tellFailure(toolTexts.removePreviewsFailed, call);
}
