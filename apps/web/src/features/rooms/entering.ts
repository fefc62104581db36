import { roomKeyOf, toApiError } from "@colbin/client";
import { toast } from "#web/design/overlay/toast.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { renew } from "#web/lib/api/use-renewal.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { ROOM_TOAST_MS } from "./constants.ts";
import { lateRoomTexts } from "./late-room-texts.ts";

/** The person has come into this room. The channel says so by itself; without it the list is read. */
export async function learnRoom(roomSlug: string): Promise<void> {
  const state = chat.store.getSnapshot();
  if (!state.subscriptions.has(roomKeyOf(state, roomSlug))) await chat.rooms.load();
}

/** Why the answer to an invitation is refused that was answered or taken back before. */
const answeredCodes: readonly string[] = ["PARTICIPANT_STATUS_CONFLICT", "ROOM_NOT_FOUND"];

/**
 * Comes into an open room, or where one was invited, says so, and gives the address of the room; undefined where it could not be, which
 * is said as well. Where one is not let in at once, those who lead the room are asked.
 */
export function joinRoom(roomSlug: string, invitedBy?: string): Promise<string | undefined> {
  return attempt(lateRoomTexts.joinFailed, () => enter(roomSlug, invitedBy));
}

async function enter(roomSlug: string, invitedBy?: string): Promise<string> {
  const message = t(lateRoomTexts.joinMessage);
  const body = { accessLevel: "WRITE", message, ...(invitedBy && { invitedBy }) } as const;
  const params = { slug: roomSlug };
  const { accessStatus } = await account.call("requestAccess", { params, body });
  if (accessStatus === "ACCEPTED") await learnRoom(roomSlug);
  tell(accessStatus === "ACCEPTED" ? lateRoomTexts.joined : lateRoomTexts.requested);
  return roomSlug;
}

/** Shows a room again that one is in and has hidden. */
export function showRoom(roomSlug: string): Promise<unknown> {
  return attempt(lateRoomTexts.openFailed, async () => {
    await account.call("subscribeRooms", { body: { sessionRoomSlugs: [roomSlug] } });
    await learnRoom(roomSlug);
  });
}

/** Takes back what one asked for. */
export function withdrawRequest(roomSlug: string): Promise<unknown> {
  return attempt(lateRoomTexts.withdrawFailed, async () => {
    await setOwnStatus(roomSlug, "IDLE");
    tell(lateRoomTexts.withdrawn);
  });
}

export function declineInvitation(roomSlug: string, onAnswered?: () => void): Promise<unknown> {
  return attempt(
    lateRoomTexts.declineFailed,
    async () => {
      await setOwnStatus(roomSlug, "REJECTED");
      tell(lateRoomTexts.declined);
    },
    onAnswered,
  );
}

/** The same as `joinRoom` for an invitation; one that was answered or taken back before is no failure. */
export function acceptInvitation(roomSlug: string, onAnswered: () => void): Promise<unknown> {
  return attempt(lateRoomTexts.joinFailed, () => enter(roomSlug), onAnswered);
}

async function setOwnStatus(slug: string, status: "IDLE" | "REJECTED"): Promise<void> {
  const participantId = chat.store.getSnapshot().currentUser?.id ?? "";
  const params = { slug, participantId };
  await account.call("setParticipantStatus", { params, body: { status } });
}

/** Makes a public room of that name, or joins the one that is there already. */
export function createOrJoin(name: string): Promise<string | undefined> {
  return attempt(lateRoomTexts.createFailed, async () => {
    const { outcome, slug } = await chat.rooms.join(name);
    if (outcome === "created")
      toast({ title: t(lateRoomTexts.created, { name }), durationMs: ROOM_TOAST_MS });
    return slug ?? undefined;
  });
}

/** Says briefly what was done with a room. */
export function tell(title: Text): void {
  toast({ title: t(title), durationMs: ROOM_TOAST_MS });
}

/**
 * The result of the act; undefined where it was refused, which is said, or handed to `onAnswered` where an invitation was answered
 * before. Either way lists of rooms are read again.
 */
export async function attempt<R>(
  failure: Text,
  act: () => Promise<R>,
  onAnswered?: () => void,
): Promise<R | undefined> {
  try {
    return await act();
  } catch (cause) {
    if (onAnswered && answeredCodes.includes(toApiError(cause).code)) {
      onAnswered();
      return undefined;
    }
    toast({ title: t(failure), description: errorText(cause), variant: "destructive" });
    return undefined;
  } finally {
    void renew("listRooms");
  }
}
