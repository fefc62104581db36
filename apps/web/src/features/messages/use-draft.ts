import type { RoomId } from "@colbin/protocol";
import { account } from "#web/lib/account.ts";
import { chat } from "#web/lib/chat.ts";
import { drafts, readDraft, toDraftKey, writeDraft } from "#web/lib/device/drafts.ts";
import { useStore } from "#web/lib/use-store.ts";

/** The draft of a room in the workspace where the person is, and the way to change it. */
export function useDraft(userId: string, roomId: RoomId): [string, (text: string) => void] {
  const workspaceId = useStore(chat.store, () => account.workspaceId());
  const key = toDraftKey({ userId, workspaceId, name: `room:${roomId}` });
  const text = useStore(drafts, () => readDraft(key));
  return [text, (next) => writeDraft(key, next)];
}
