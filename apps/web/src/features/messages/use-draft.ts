import { useState } from "react";
import { account } from "#web/lib/account.ts";
import { chat } from "#web/lib/chat.ts";
import { useStore } from "#web/lib/use-store.ts";
import { readDraft, toDraftKey, writeDraft } from "#web/lib/drafts.ts";

/** The draft of a room in the workspace where the person is, and the way to change it. */
export function useDraft(userId: string, roomSlug: string): [string, (text: string) => void] {
  const workspaceId = useStore(chat.store, () => account.workspaceId());
  const key = toDraftKey({ userId, workspaceId, roomSlug });
  const [written, setWritten] = useState({ key, text: readDraft(key) });
  const change = (text: string) => {
    writeDraft(key, text);
    setWritten({ key, text });
  };
  // Of another workspace there may be a draft of its own.
  return [written.key === key ? written.text : readDraft(key), change];
}
