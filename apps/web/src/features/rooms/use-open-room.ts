import { addressOf, roomIdOf, roomKeyOf, toApiError, type ApiError } from "@colbin/client";
import { isOwnerless, type RoomCard, type RoomId, type Subscription } from "@colbin/protocol";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { chat } from "#web/lib/api/chat.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { roomPath, UNASKED } from "#web/lib/routing/paths.ts";
import { isLeaving, leadTo, pathBeside } from "./leaving.ts";

export interface OpenRoom {
  /** Its address stands for it until it is known. */
  readonly roomId: RoomId;
  /** The room as the person knows it; undefined while it is asked for. */
  readonly room: Subscription | RoomCard | undefined;
  /** Set for a participant. */
  readonly subscription: Subscription | undefined;
  /** Unknown until the server has said whether the person is in. */
  readonly participation: "unknown" | "in" | "out";
  /** For somebody who is not in and may look on, or who was in a room that is archived; else undefined. */
  readonly card: RoomCard | undefined;
  /** The person sees that there is such a room, and may not look into it. */
  readonly isClosed: boolean;
  /** Why that could not be asked, and the way to ask again. */
  readonly failure: { readonly error: ApiError; readonly onRetry: () => void } | undefined;
}

/** Opens the room of the address, and leaves for the first room when that cannot be (rules-rooms 13). */
export function useOpenRoom(roomSlug: string): OpenRoom {
  const roomId = useStore(chat.store, (state) => roomKeyOf(state, roomSlug));
  const isKnown = useStore(chat.store, (state) => roomIdOf(state, roomSlug) !== undefined);
  const subscription = useStore(chat.store, (state) => state.subscriptions.get(roomId));
  const card = useStore(chat.store, (state) => state.rooms.get(roomId));
  const hasSubscriptions = useStore(chat.store, (state) => state.hasSubscriptions);
  const isHidden = useHidden(roomSlug, subscription);
  const isOutside = hasSubscriptions && subscription === undefined && !isHidden;

  useEffect(() => {
    if (!isKnown) return undefined;
    // Messages that did not load say so themselves, and a room that is not there is found out by its card.
    chat.rooms.open(roomId).catch(() => undefined);
    return () => chat.rooms.leaveView();
  }, [roomId, isKnown]);
  usePresentAddress(roomSlug, (subscription ?? card)?.sessionRoomSlug);
  const failure = useCard(roomSlug, isOutside && card === undefined, subscription);
  const participation = subscription ? "in" : isOutside && card ? "out" : "unknown";
  const outside = participation === "out" ? card : undefined;
  // A PUBLIC room may be closed all the same: by a ban, or by its domain.
  const isRefused = useStore(chat.store, ({ pages }) => pages.get(roomId)?.error?.status === 403);
  const isReader = outside?.accessStatus === "ACCEPTED";
  const isClosed =
    outside !== undefined && !isReader && (outside.accessType !== "PUBLIC" || isRefused);
  return {
    roomId,
    room: subscription ?? card,
    subscription,
    card: outside,
    isClosed,
    participation,
    failure,
  };
}

/** An address that the room had before gives way to the present one. */
function usePresentAddress(roomSlug: string, present = roomSlug): void {
  const navigate = useNavigate();
  const { search } = useLocation();
  const handleMoved = useEffectEvent(() => {
    void navigate(roomPath(present) + search, { replace: true });
  });
  useEffect(() => {
    if (present !== roomSlug) handleMoved();
  }, [roomSlug, present]);
}

/** Is it a talk that was hidden from another tab or device while it was on the screen? Then it leaves the screen here as well. */
function useHidden(roomSlug: string, subscription: Subscription | undefined): boolean {
  const navigate = useNavigate();
  const isTalk = subscription !== undefined && isOwnerless(subscription.roomType);
  const [seen, setSeen] = useState({ roomSlug, wasTalk: isTalk });
  if (seen.roomSlug !== roomSlug || (isTalk && !seen.wasTalk))
    setSeen({ roomSlug, wasTalk: isTalk });
  const isHidden = seen.roomSlug === roomSlug && seen.wasTalk && subscription === undefined;
  const handleHidden = useEffectEvent(() => {
    void leadTo(pathBeside(roomSlug), navigate, UNASKED);
  });
  useEffect(() => {
    if (isHidden) handleHidden();
  }, [isHidden]);
  return isHidden;
}

/** Reads what somebody who is not in may know of the room; once more with each new connection until it is known. */
function useCard(
  roomSlug: string,
  isWanted: boolean,
  /** The room, where the person is in it. */
  own: Subscription | undefined,
): OpenRoom["failure"] {
  const navigate = useNavigate();
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState<{ readonly attempt: string; readonly error: ApiError }>();
  const attempt = `${roomSlug} ${tries}`;
  const isConnected = useStore(
    chat.store,
    ({ connectionStatus }) => connectionStatus === "connected",
  );

  const last = useRef({ roomSlug, own });
  useEffect(() => {
    if (own || last.current.roomSlug !== roomSlug) last.current = { roomSlug, own };
  }, [roomSlug, own]);

  const handleFailure = useEffectEvent((cause: unknown) => {
    const error = toApiError(cause);
    if (error.status !== 404 && error.status !== 403) return setFailed({ attempt, error });
    const room = last.current.own;
    void import("./room-gone.ts").then(({ tellGone }) => tellGone(error, room));
    const state = chat.store.getSnapshot();
    const first = state.order.find((id) => id !== roomKeyOf(state, roomSlug));
    const path = first === undefined ? "/chat" : roomPath(addressOf(state, first));
    void leadTo(path, navigate, UNASKED);
  });

  useEffect(() => {
    if (!isWanted || isLeaving(roomSlug)) return undefined;
    let isCurrent = true;
    chat.rooms.card(roomSlug).catch((cause: unknown) => isCurrent && handleFailure(cause));
    return () => {
      isCurrent = false;
    };
  }, [roomSlug, isWanted, isConnected, tries]);
  if (!isWanted || failed?.attempt !== attempt) return undefined;
  return { error: failed.error, onRetry: () => setTries(tries + 1) };
}
