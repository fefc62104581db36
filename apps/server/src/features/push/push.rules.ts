import { PUSH_TEXT_MAX, type RoomId, type UserId } from "@colbin/protocol";

/** Something to push, the same for everybody whom it is for. */
export interface Push {
  /** Names it: done again, it is shown once. What tells of a message has the id of the message, and goes with it. */
  readonly id: string;
  /** Of two with the same tag the later one is shown, whichever arrives last. */
  readonly madeAt: string;
  readonly payload: {
    readonly title: string;
    readonly body: string;
    /** A path of the app. */
    readonly url: string;
    /** A later one with the same tag takes its place; `withdraw` names it by its tag. */
    readonly tag: string;
    /** Its row in the feed, which is not pushed once it is read; null for what has none. */
    readonly notificationId: string | null;
    readonly icon: string | null;
  };
  /** Of what tells of a message: at most one push in 10 s, and none to a person who has left the room. */
  readonly room: {
    readonly roomId: RoomId;
    /** Not pushed to who has read so far; null where that does not count, as in a thread. */
    readonly msgNo: number | null;
  } | null;
}

/** A push for one person. */
export interface OwnPush extends Push {
  readonly userId: UserId;
}

/** One push about a room, and then none for so long (rules-notifications 20, PUSH_ROOM_GAP_S). */
const ROOM_GAP_MS = 10_000;
/** Three tries in all, within ten minutes (rules-notifications 20). */
const RETRY_AFTER_MS = [60_000, 5 * 60_000] as const;

/** When a person may be pushed to about a room again; undefined: now. */
export function nextPushAt(sentAt: Date | null, now: Date): Date | undefined {
  const next = new Date((sentAt?.getTime() ?? 0) + ROOM_GAP_MS);
  return next > now ? next : undefined;
}

/** When something is pushed again that failed so many times; undefined: never. */
export function nextTryAt(failures: number, now: Date): Date | undefined {
  const afterMs = RETRY_AFTER_MS[failures - 1];
  return afterMs === undefined ? undefined : new Date(now.getTime() + afterMs);
}

/** A text of one line as a push shows it: whole signs, and a mark where something was cut off. */
export function toPushText(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const signs = [...new Intl.Segmenter().segment(line.slice(0, LOOKED_AT))];
  let short = "";
  for (const { segment } of signs) {
    if (short.length + segment.length > PUSH_TEXT_MAX - 1) break;
    short += segment;
  }
  return line.length <= PUSH_TEXT_MAX ? line : `${short}…`;
}

/** Longer than what can be left of it. */
const LOOKED_AT = 2 * PUSH_TEXT_MAX;
