import { addressOf, type ChatState } from "@colbin/client";
import type {
  RoomId,
  ClientFrame,
  Message,
  MessagePage,
  RoomEventEntry,
  RoomEventFrame,
  SentMessage,
  ServerFrame,
  Subscription,
  UserId,
} from "@colbin/protocol";
import { Hearing } from "./hearing.ts";
import { isSameMessage, type LogEntry, type Store, type StoredRoom } from "./store.ts";
import type { SentCall, Tab } from "./tab.ts";

/*
 * Looks at everything that anybody is shown, the moment that they are shown it, and holds it against the committed log. What
 * must hold is listed in issue 4, point 7: acknowledged is committed, nothing twice, one order, no gaps, nothing after a
 * removal, read positions only grow, and snapshot plus events is what a fresh snapshot says.
 */

/** What a room's list entry must say when the log has come this far. */
interface View {
  readonly lastMsgNo: number;
  readonly lastId: string | null;
  readonly memberCount: number;
}

/** What is known of a tab's present socket. */
interface Heard {
  /** Last live event of each room. */
  readonly live: Map<string, number>;
  readonly hearing: Hearing;
}

type Replay = Extract<ServerFrame, { readonly mode: "resume" }>;
type Durable = Exclude<RoomEventFrame, { readonly event: "user_typing" }>;

export class Observer {
  readonly #store: Store;
  readonly #onViolation: (what: string) => void;
  readonly #heard = new Map<Tab, Heard>();
  readonly #views = new Map<StoredRoom, View[]>();

  constructor(store: Store, onViolation: (what: string) => void) {
    this.#store = store;
    this.#onViolation = onViolation;
    for (const room of store.rooms.values())
      this.#views.set(room, [{ lastMsgNo: 0, lastId: null, memberCount: room.memberCount }]);
  }

  onCommit(room: StoredRoom, entries: readonly LogEntry[]): void {
    const views = this.#views.get(room) ?? [];
    for (const entry of entries) {
      const before = views.at(-1) ?? { lastMsgNo: 0, lastId: null, memberCount: 0 };
      const isNumbered = entry.kind === null && entry.msgNo !== null;
      views.push({
        lastMsgNo: isNumbered ? (entry.msgNo ?? 0) : before.lastMsgNo,
        lastId: isNumbered ? entry.id : before.lastId,
        memberCount: entry.kind === null ? before.memberCount : entry.facts.memberCount,
      });
    }
  }

  onSocket(tab: Tab): void {
    this.#heard.set(tab, { live: new Map(), hearing: new Hearing() });
  }

  /** The client asks for something that may make it hear a room from another place on. */
  onClientText(tab: Tab, text: string): void {
    const heard = this.#heard.get(tab);
    const frame = JSON.parse(text) as ClientFrame;
    if (frame.type === "CLIENT_MULTI_ROOM_AUTH") heard?.hearing.begin(frame.resume?.rooms ?? {});
    else if (frame.type === "CLIENT_SUBSCRIBE_ROOMS" || frame.type === "CLIENT_UNSUBSCRIBE_ROOMS") {
      heard?.live.clear();
      heard?.hearing.change(frame.requestId, frame.sessionRoomSlugs);
    }
  }

  onServerText(tab: Tab, text: string): void {
    const frame = JSON.parse(text) as ServerFrame;
    const heard = this.#heard.get(tab);
    if (frame.type === "SERVER_ROOM_EVENT" && frame.event !== "user_typing") this.#live(tab, frame);
    else if (frame.type === "SERVER_MESSAGE_HISTORY" && frame.mode === "resume") {
      this.#replay(tab, frame);
      heard?.hearing.replay(frame);
    } else if (frame.type === "SERVER_SUBSCRIPTION_UPDATE") heard?.hearing.list(frame);
    else if (frame.type === "SERVER_UNREAD_SUMMARY")
      for (const slug of heard?.hearing.entered() ?? []) this.#leftOut(tab, slug);
  }

  onAnswer(tab: Tab, { method, url }: SentCall, status: number, body: string): void {
    const slug = /\/session-room\/([^/?]+)\/messages/.exec(url)?.[1];
    if (slug === undefined || status >= 400) return;
    if (method === "GET") this.#page(tab, slug, JSON.parse(body) as MessagePage);
    else {
      const { message, clientMessageId } = JSON.parse(body) as SentMessage;
      this.#message(tab, slug, message);
      this.#acknowledged(tab, slug, message.seq, clientMessageId);
    }
  }

  onChange(tab: Tab, before: ChatState, after: ChatState): void {
    if (before.subscriptions !== after.subscriptions) {
      for (const [roomId, subscription] of after.subscriptions) {
        const known = before.subscriptions.get(roomId);
        if (known !== subscription) this.#subscription(tab, after, subscription, known);
      }
    }
    if (before.pages !== after.pages || before.messages !== after.messages) {
      for (const roomId of after.pages.keys()) this.#loaded(tab, before, after, roomId);
    }
  }

  #fault(tab: Tab, what: string): void {
    this.#onViolation(`${tab.name} ${what}`);
  }

  #replay(tab: Tab, { sessionRoomSlug: slug, events, headSeq }: Replay): void {
    let last = events[0] ? events[0].seq - 1 : headSeq;
    for (const event of events) {
      if (event.seq !== last + 1) this.#fault(tab, `${slug}: a replay jumps to ${event.seq}`);
      last = event.seq;
      this.#event(tab, slug, event);
    }
    if (last !== headSeq) this.#fault(tab, `${slug}: a replay ends at ${last} of ${headSeq}`);
  }

  #live(tab: Tab, frame: Durable): void {
    const { sessionRoomSlug: slug, seq } = frame;
    this.#event(tab, slug, frame);
    const heard = this.#heard.get(tab);
    const live = heard?.live;
    if ("requestId" in frame && frame.requestId !== undefined) {
      heard?.hearing.answer(slug, seq);
      this.#acknowledged(
        tab,
        slug,
        seq,
        frame.event === "message_new" ? frame.clientMessageId : undefined,
      );
      return;
    }
    const isOwn = frame.event === "participant_changed" && frame.userId === tab.device.userId;
    const own = isOwn ? (frame.accessStatus === "ACCEPTED" ? "in" : "out") : undefined;
    // A hint that somebody came in, when they have left long since, begins the room once more, up to the news that they left.
    if (own === "in") live?.delete(slug);
    const last = live?.get(slug) ?? 0;
    if (seq <= last) this.#fault(tab, `${slug}: heard ${seq} after ${last}`);
    live?.set(slug, seq);
    if (own === "out") live?.delete(slug);
    if (heard?.hearing.live(slug, frame, own) === false) this.#leftOut(tab, slug, seq);
  }

  /** A room that was taken from somebody while they entered is replayed to them no more. */
  #leftOut(tab: Tab, slug: string, before?: number): void {
    const room = this.#store.bySlug(slug);
    const isIn = room?.places.get(tab.device.userId)?.accessStatus === "ACCEPTED";
    if (room?.status !== "ACTIVE" || (!isIn && room.accessType !== "PUBLIC")) return;
    const what = before === undefined ? "entered" : `heard ${before}`;
    this.#fault(tab, `${slug}: ${what}, but not everything before it`);
  }

  #acknowledged(tab: Tab, slug: string, seq: number, clientMessageId: string | undefined): void {
    const entry = this.#store.bySlug(slug)?.log[seq - 1];
    if (entry?.kind !== null || entry.clientMessageId !== clientMessageId)
      this.#fault(tab, `${slug}: the acknowledgement of ${seq} is of something else`);
  }

  /** What is shown as an event of this place is what was committed there, and its reader may see it. */
  #event(tab: Tab, slug: string, event: RoomEventEntry): void {
    const room = this.#store.bySlug(slug);
    const entry = room?.log[event.seq - 1];
    if (!room || !entry) this.#fault(tab, `${slug}: got ${event.seq}, which is not committed`);
    else if (event.event === "message_new") this.#message(tab, slug, event.message);
    else {
      const isSame =
        event.event === "participant_changed" &&
        entry.kind === event.event &&
        entry.facts.userId === event.userId &&
        entry.facts.accessStatus === event.accessStatus;
      if (!isSame) this.#fault(tab, `${slug}: ${event.seq} is not what was committed there`);
      this.#access(tab, room, event.seq);
    }
  }

  #message(tab: Tab, slug: string, message: Message): void {
    const room = this.#store.bySlug(slug);
    const entry = room?.log[message.seq - 1];
    if (!room || entry?.kind !== null || !isSameMessage(entry, message))
      this.#fault(tab, `${slug}: message ${message.seq} is not what was committed there`);
    else this.#access(tab, room, message.seq);
  }

  /** "Removed at 57": 57 is the last that a person gets, until they are in again. */
  #access(tab: Tab, room: StoredRoom, seq: number): void {
    const removedAt = lastRemoval(room, tab.device.userId);
    if (room.accessType === "PRIVATE" && removedAt !== undefined && seq > removedAt)
      this.#fault(tab, `${room.slug}: got ${seq}, removed at ${removedAt}`);
  }

  #page(tab: Tab, slug: string, { messages, headSeq }: MessagePage): void {
    const room = this.#store.bySlug(slug);
    if (!room || headSeq > room.log.length)
      this.#fault(tab, `${slug}: a page is ahead of the log (${headSeq})`);
    for (const message of messages) this.#message(tab, slug, message);
  }

  #subscription(
    tab: Tab,
    state: ChatState,
    shown: Subscription,
    known: Subscription | undefined,
  ): void {
    const { sessionRoomSlug: slug, headSeq, lastMsgNo, readMsgNo, memberCount } = shown;
    const room = this.#store.bySlug(slug);
    const view = room && this.#views.get(room)?.[headSeq];
    const place = room?.places.get(tab.device.userId);
    if (!room || !view || !place) {
      this.#fault(tab, `${slug}: the list is ahead of the log (${headSeq})`);
      return;
    }
    const says = `${lastMsgNo} ${shown.lastMessage?.id ?? null} ${memberCount}`;
    const isTrue = `${view.lastMsgNo} ${view.lastId} ${view.memberCount}`;
    if (says !== isTrue)
      this.#fault(tab, `${slug}: at ${headSeq} the list says ${says}, a snapshot ${isTrue}`);
    if (known && known.readMsgNo > readMsgNo)
      this.#fault(tab, `${slug}: read up to ${known.readMsgNo}, then up to ${readMsgNo}`);
    if (readMsgNo > place.readMsgNo)
      this.#fault(tab, `${slug}: read up to ${readMsgNo}, stored ${place.readMsgNo}`);
    const unread = Math.max(
      0,
      lastMsgNo - Math.max(readMsgNo, state.localReads.get(shown.roomId) ?? 0),
    );
    if (unread !== shown.unreadCount)
      this.#fault(tab, `${slug}: ${shown.unreadCount} unread instead of ${unread}`);
  }

  /** The loaded messages are those of the log from the first loaded one on, without a gap. */
  #loaded(tab: Tab, before: ChatState, after: ChatState, roomId: RoomId): void {
    const page = after.pages.get(roomId);
    const messages = after.messages.get(roomId) ?? [];
    if (page === before.pages.get(roomId) && messages === before.messages.get(roomId)) return;
    const slug = addressOf(after, roomId);
    const room = this.#store.bySlug(slug);
    if (page?.status !== "ready" || !room) return;
    const first = page.hasMore ? (messages[0]?.seq ?? page.headSeq + 1) : 1;
    const wanted = room.log.slice(first - 1, page.headSeq).filter(({ kind }) => kind === null);
    const shown = messages.filter(({ seq }) => seq <= page.headSeq);
    const isSame =
      wanted.length === shown.length &&
      shown.length === messages.length &&
      wanted.every((entry, at) => {
        const message = shown[at];
        return entry.kind === null && message !== undefined && isSameMessage(entry, message);
      });
    if (!isSame) {
      const list = messages.map(({ seq }) => seq).join(" ");
      this.#fault(tab, `${slug}: at ${page.headSeq} of ${room.log.length} shows ${list}`);
    }
  }
}

/** Seq of the event that took the person out, if they are out. */
function lastRemoval(room: StoredRoom, userId: UserId): number | undefined {
  const last = room.log.findLast((entry) => entry.kind !== null && entry.facts.userId === userId);
  const isOut = last !== undefined && last.kind !== null && last.facts.accessStatus !== "ACCEPTED";
  return isOut ? last.seq : undefined;
}
