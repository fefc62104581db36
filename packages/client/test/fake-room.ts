import {
  compareReactions,
  type CurrentUser,
  type EventData,
  type Message,
  type MessageId,
  type MessagePage,
  type ReactionAction,
  type RoomEventEntry,
  type RoomId,
  type Subscription,
  type UserId,
} from "@colbin/protocol";
import type { DurableFrame } from "../src/room-logs.ts";

export interface Sent {
  readonly message: Message;
  readonly clientMessageId: string;
  readonly duplicate?: boolean;
}

/** Of a room that the fake server made. */
export function toRoomId(slug: string): RoomId {
  return `room-${slug}` as RoomId;
}

/** A room as the server keeps it. */
export class FakeRoom {
  slug: string;
  roomId: RoomId;
  /** The events as they are told live. */
  readonly log: RoomEventEntry[] = [];
  /** All states that its messages had, in the order of the log. */
  readonly #states: Message[] = [];
  readonly members = new Set<UserId>();
  readonly reads = new Map<UserId, { readonly msgNo: number; readonly at: string }>();
  /** Marked as unread from these numbers on, until the person reads or writes. */
  readonly unreadFrom = new Map<UserId, number>();
  readonly #now: () => string;

  constructor(slug: string, now: () => string) {
    this.slug = slug;
    this.roomId = toRoomId(slug);
    this.#now = now;
  }

  get headSeq(): number {
    return this.log.length;
  }

  get lastMsgNo(): number {
    const numbered = this.log.findLast(
      (entry) => entry.event === "message_new" && entry.message.msgNo !== null,
    );
    return numbered?.event === "message_new" ? (numbered.message.msgNo ?? 0) : 0;
  }

  /** The messages as they are now. */
  messages(): Message[] {
    const states = this.#states.filter(({ stateSeq }) => stateSeq <= this.headSeq);
    return [...new Map(states.map((each) => [each.id, each])).values()];
  }

  message(id: MessageId): Message {
    const found = this.messages().find((each) => each.id === id);
    if (!found) throw new Error("The test names a message of the room");
    return found;
  }

  /** One message for each clientMessageId, for ever. */
  send(author: CurrentUser, content: string, clientMessageId: string): Sent {
    const known = this.log.find(
      (entry) => entry.event === "message_new" && entry.clientMessageId === clientMessageId,
    );
    if (known?.event === "message_new")
      return { message: this.message(known.message.id), clientMessageId, duplicate: true };
    const message = this.#toMessage(author, content, this.lastMsgNo + 1);
    this.#states.push(message);
    this.log.push({ event: "message_new", seq: message.seq, message, clientMessageId });
    this.read(author.id, this.lastMsgNo);
    return { message, clientMessageId };
  }

  /** A line of the server: in the log, without a number. */
  note(author: CurrentUser, content: string): void {
    const message = { ...this.#toMessage(author, content, null), type: "system" as const };
    this.#states.push(message);
    this.log.push({ event: "message_new", seq: message.seq, message });
  }

  edit(messageId: MessageId, content: string): void {
    const revision = (this.message(messageId).revision ?? 1) + 1;
    const message = this.#changed(messageId, { content, isEdited: true, revision });
    this.log.push({ event: "message_edited", seq: message.stateSeq, messageId, message });
  }

  delete(messageId: MessageId): void {
    const empty = { content: "", metadata: {}, reactions: [], revision: undefined };
    const gone = { ...empty, isEdited: false, isDeleted: true };
    const { stateSeq: seq } = this.#changed(messageId, gone);
    this.log.push({ event: "message_deleted", seq, messageId });
  }

  /** What is so already changes nothing; without an action what is there is taken back. */
  react(
    { id: userId, fullName: userName }: CurrentUser,
    messageId: MessageId,
    { emoji, action }: { readonly emoji: string; readonly action?: ReactionAction },
  ): void {
    const before = this.message(messageId).reactions;
    const known = before.find((each) => each.emoji === emoji);
    const at = known?.users.indexOf(userId) ?? -1;
    const isAdding = action === undefined ? at < 0 : action === "add";
    if (isAdding === at >= 0) return;
    const { users = [], userNames = [], timestamp = this.#now() } = known ?? {};
    const people = isAdding
      ? { users: [...users, userId], userNames: [...userNames, userName] }
      : { users: users.toSpliced(at, 1), userNames: userNames.toSpliced(at, 1) };
    const entry = { emoji, count: people.users.length, ...people, timestamp };
    const reactions = entry.count === 0 ? [] : [entry];
    const others = before.filter((each) => each.emoji !== emoji);
    const all = [...others, ...reactions].toSorted(compareReactions);
    const { stateSeq: seq } = this.#changed(messageId, { reactions: all });
    const event = isAdding ? "reaction_added" : "reaction_removed";
    this.log.push({ event, seq, messageId, emoji, userId, userName, reactions });
  }

  enter(user: CurrentUser): void {
    this.members.add(user.id);
    this.reads.set(user.id, { msgNo: this.lastMsgNo, at: this.#now() });
    this.#change(user, "ACCEPTED");
  }

  leave(user: CurrentUser): void {
    this.members.delete(user.id);
    this.#change(user, "REMOVED");
  }

  read(userId: UserId, msgNo: number): void {
    const known = this.reads.get(userId)?.msgNo ?? 0;
    this.reads.set(userId, { msgNo: Math.max(known, msgNo), at: this.#now() });
    this.unreadFrom.delete(userId);
  }

  toFrame(entry: RoomEventEntry): DurableFrame {
    return { ...entry, type: "SERVER_ROOM_EVENT", sessionRoomSlug: this.slug };
  }

  /** The log after a seq as it is replayed: as it is now, and the body of a message once, with its first entry that has one. */
  replay(afterSeq: number): RoomEventEntry[] {
    const carried = new Set<MessageId>();
    return this.log.slice(afterSeq).map((entry) => {
      switch (entry.event) {
        case "message_new":
          carried.add(entry.message.id);
          return { ...entry, message: this.message(entry.message.id) };
        case "message_edited": {
          const { message: _, ...bare } = entry;
          if (carried.has(entry.messageId)) return bare;
          carried.add(entry.messageId);
          return { ...bare, message: this.message(entry.messageId) };
        }
        case "reaction_added":
        case "reaction_removed": {
          const { reactions } = this.message(entry.messageId);
          return { ...entry, reactions: reactions.filter((each) => each.emoji === entry.emoji) };
        }
        default:
          return entry;
      }
    });
  }

  toPage(limit: number, before?: string): MessagePage {
    const all = this.messages();
    const end = before === undefined ? all.length : all.findIndex((each) => each.id === before);
    const start = Math.max(0, end - limit);
    const hasMore = start > 0;
    const nextCursor = hasMore ? (all[start]?.id ?? null) : null;
    return { messages: all.slice(start, end), hasMore, nextCursor, headSeq: this.headSeq };
  }

  /** Behind a message, or around it or the first message of a number. */
  toPageFrom(limit: number, place: string, isAround: boolean): MessagePage | undefined {
    const all = this.messages();
    const no = place.startsWith("no_") ? Number(place.slice(3)) : Number.NaN;
    const at = all.findIndex((each) => each.id === place || (each.msgNo ?? 0) >= no);
    if (at === -1) return undefined;
    const start = isAround ? Math.max(0, at - limit / 2) : at + 1;
    const end = start + limit;
    const [isOlder, isNewer] = [start > 0, end < all.length];
    const messages = all.slice(start, end);
    const nextCursor = isAround && isOlder ? (messages[0]?.id ?? null) : null;
    const ends = isAround ? { hasMore: isOlder, hasNewer: isNewer } : { hasMore: isNewer };
    return { messages, ...ends, nextCursor, headSeq: this.headSeq };
  }

  toSubscription(userId: UserId): Subscription {
    const numbered = this.messages().filter((each) => each.msgNo !== null);
    const last = numbered.at(-1);
    const read = this.reads.get(userId);
    const unreadFromMsgNo = this.unreadFrom.get(userId);
    const readUpTo = Math.min(read?.msgNo ?? 0, (unreadFromMsgNo ?? Number.POSITIVE_INFINITY) - 1);
    const memberCount = this.members.size;
    const counts = { memberCount, participantCount: memberCount };
    return {
      ...channel,
      ...counts,
      roomId: this.roomId,
      sessionRoomSlug: this.slug,
      roomName: this.slug,
      lastMessage: last ? { id: last.id, createdAt: last.createdAt, text: last.content } : null,
      lastActivityAt: last?.createdAt ?? channel.joinedAt,
      unreadCount: Math.max(0, this.lastMsgNo - readUpTo),
      lastReadAt: read?.at ?? null,
      headSeq: this.headSeq,
      lastMsgNo: this.lastMsgNo,
      readMsgNo: read?.msgNo ?? 0,
      ...(unreadFromMsgNo !== undefined && { unreadFromMsgNo }),
    };
  }

  #change(user: CurrentUser, accessStatus: EventData<"participant_changed">["accessStatus"]): void {
    this.log.push({
      event: "participant_changed",
      seq: this.headSeq + 1,
      userId: user.id,
      userName: user.fullName,
      accessStatus,
      accessLevel: "WRITE",
      memberCount: this.members.size,
    });
  }

  #changed(id: MessageId, change: Partial<Message>): Message {
    const changed = { ...this.message(id), ...change, stateSeq: this.headSeq + 1 };
    this.#states.push(changed);
    return changed;
  }

  #toMessage(author: CurrentUser, content: string, msgNo: number | null): Message {
    const seq = this.headSeq + 1;
    const at = this.#now();
    const ofRoom = Buffer.from(this.slug).toString("hex").padEnd(8, "0").slice(0, 8);
    return {
      id: `${ofRoom}-0000-7000-8000-${String(seq).padStart(12, "0")}` as Message["id"],
      roomId: this.roomId,
      sessionRoomSlug: this.slug,
      seq,
      stateSeq: seq,
      msgNo,
      authorId: author.id,
      authorName: author.fullName,
      authorAvatar: null,
      content,
      type: "text",
      metadata: {},
      createdAt: at,
      updatedAt: at,
      isEdited: false,
      isDeleted: false,
      status: "sent",
      reactions: [],
    };
  }
}

const channel: Omit<
  Subscription,
  "roomId" | "sessionRoomSlug" | "roomName" | "memberCount" | "participantCount" | "unreadCount"
> = {
  roomType: "channel",
  accessType: "PUBLIC",
  status: "ACTIVE",
  description: null,
  avatar_url: null,
  lastMessage: null,
  lastActivityAt: "2026-11-01T00:00:00.000Z",
  joinedAt: "2026-11-01T00:00:00.000Z",
  mentionCount: 0,
  lastReadAt: null,
  role: "WRITE",
  isMuted: false,
  mutedUntil: null,
  notificationSettings: { muted: false, mutedUntil: null },
  isPrivate: false,
  participants: [],
  pinCount: 0,
  pinnedBy: "WRITE",
  headSeq: 0,
  lastMsgNo: 0,
  readMsgNo: 0,
};
