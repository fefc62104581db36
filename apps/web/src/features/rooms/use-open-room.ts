import { toApiError } from "@colbin/client";
import type { RoomCard, Subscription } from "@colbin/protocol";
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { toast } from "#web/design/toast.ts";
import { chat } from "#web/lib/chat.ts";
import { useStore } from "#web/lib/use-store.ts";

export interface OpenRoom {
  /** What the person knows of the room; undefined while it is asked for. */
  readonly room: Subscription | RoomCard | undefined;
  /** Set for a participant. */
  readonly subscription: Subscription | undefined;
  /** Unknown until the server has said whether the person is in. */
  readonly participation: "unknown" | "in" | "out";
}

/** Opens the room of the address, and leaves for the first room when that cannot be (rules-rooms 13). */
export function useOpenRoom(roomSlug: string): OpenRoom {
  const navigate = useNavigate();
  const subscription = useStore(chat.store, (state) => state.subscriptions.get(roomSlug));
  const card = useStore(chat.store, (state) => state.rooms.get(roomSlug));
  const hasSubscriptions = useStore(chat.store, (state) => state.hasSubscriptions);

  const handleFailure = useEffectEvent((cause: unknown) => {
    const error = toApiError(cause);
    if (error.code !== "ROOM_NOT_FOUND" && error.code !== "NOT_A_PARTICIPANT") return;
    toast({ title: error.message, variant: "warning" });
    const first = chat.store.getSnapshot().order.find((slug) => slug !== roomSlug);
    void navigate(first === undefined ? "/chat" : `/chat/${encodeURIComponent(first)}`, {
      replace: true,
    });
  });

  useEffect(() => {
    let isWanted = true;
    const opening = Promise.all([chat.rooms.open(roomSlug), chat.rooms.card(roomSlug)]);
    opening.catch((cause: unknown) => {
      if (isWanted) handleFailure(cause);
    });
    return () => {
      isWanted = false;
      chat.rooms.leaveView();
    };
  }, [roomSlug]);

  const isKnown = hasSubscriptions && card !== undefined;
  const participation = subscription ? "in" : isKnown ? "out" : "unknown";
  return { room: subscription ?? card, subscription, participation };
}
