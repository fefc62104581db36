import { hasFirstUnread, shownMessages } from "@colbin/client";
import type { MessageId, RoomId } from "@colbin/protocol";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { toast } from "#web/design/overlay/toast.ts";
import { chat } from "#web/lib/api/chat.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { useStore } from "#web/lib/react/use-store.ts";

export interface Opening {
  /** Are the messages there where the room opens? */
  readonly isDone: boolean;
  /** Another one where the list begins anew somewhere else. */
  readonly key: string;
  /** The message that the address names. */
  readonly linkedId: MessageId | undefined;
  /** Is it as the room opened? Then it begins at the first unread message, later at the end. */
  readonly isFirst: boolean;
  /** Back to the newest messages. */
  readonly showNewest: () => void;
}

/**
 * The messages that an earlier page kept of a room are there at once, as it was left. Where more turns out to be unread, it
 * opens once more. Answers which opening it is, and whether it is that yet.
 */
function useCatchingUp(roomId: RoomId, isShown: boolean) {
  const isRestored = useStore(chat.store, ({ pages }) => pages.get(roomId)?.isRestored ?? false);
  const unread = useStore(
    chat.store,
    ({ subscriptions }) => subscriptions.get(roomId)?.unreadCount ?? 0,
  );
  const [keptUnread, setKeptUnread] = useState<number>();
  const [hasMore, setHasMore] = useState<boolean>();
  if (isShown && isRestored && keptUnread === undefined) setKeptUnread(unread);
  if (keptUnread !== undefined && !isRestored && hasMore === undefined)
    setHasMore(unread > keptUnread);
  return { isRestored, wasRestored: keptUnread !== undefined, hasMore };
}

/**
 * A room opens at the message that its address names (`/chat/{slug}?message=`), else at the first unread one, else at its end.
 * A message that does not load is told, and the room opens at its end.
 */
export function useOpening(roomId: RoomId, isAccessKnown: boolean): Opening {
  const { key: visit, search } = useLocation();
  const navigate = useNavigate();
  const linkedId = (new URLSearchParams(search).get("message") ?? undefined) as
    | MessageId
    | undefined;
  const isReady = useStore(chat.store, ({ pages }) => pages.get(roomId)?.status === "ready");
  const place = useStore(
    chat.store,
    ({ windows, pages }) => windows.get(roomId)?.place ?? pages.get(roomId)?.place,
  );
  const [shown, setShown] = useState<string>();
  const { isRestored, wasRestored, hasMore } = useCatchingUp(
    roomId,
    isReady && isAccessKnown && linkedId === undefined,
  );
  const canOpen = isReady && isAccessKnown && !isRestored;
  // A room that was open before is there at once.
  if (canOpen && linkedId === undefined && shown === undefined) {
    if (hasFirstUnread(chat.store.getSnapshot(), roomId)) setShown("");
  }
  const wanted = linkedId === undefined ? (shown ?? "") : visit;
  const isWaiting = canOpen && shown !== wanted;
  useEffect(() => {
    if (!isWaiting) return undefined;
    let isCurrent = true;
    void openAt(roomId, linkedId).then(() => isCurrent && setShown(wanted));
    return () => {
      isCurrent = false;
    };
  }, [roomId, linkedId, isWaiting, wanted]);
  const isDone = shown !== undefined || wasRestored;
  const key = `${place ?? ""} ${shown ?? ""} ${hasMore ? "more" : ""}`;
  const [firstKey, setFirstKey] = useState<string>();
  if (shown !== undefined && firstKey === undefined) setFirstKey(key);
  return {
    isDone,
    key,
    linkedId: shown === visit ? linkedId : undefined,
    isFirst: firstKey === undefined || firstKey === key,
    showNewest() {
      chat.messages.showNewest(roomId);
      if (linkedId !== undefined)
        void navigate({ search: without(search, "message") }, { replace: true });
    },
  };
}

async function openAt(roomId: RoomId, linkedId: MessageId | undefined): Promise<void> {
  try {
    if (linkedId === undefined) await chat.messages.showUnread(roomId);
    else {
      await chat.messages.show(roomId, linkedId);
      // A reply may stand in its thread alone.
      const isThere = shownMessages(chat.store.getSnapshot(), roomId).some(
        ({ id }) => id === linkedId,
      );
      if (!isThere)
        (await import("#web/lib/routing/side.ts")).turnToSide({ name: "thread", at: linkedId });
    }
  } catch (cause) {
    toast({ title: errorText(cause), variant: "warning" });
  }
}

function without(search: string, name: string): string {
  const rest = new URLSearchParams(search);
  rest.delete(name);
  return rest.toString();
}
