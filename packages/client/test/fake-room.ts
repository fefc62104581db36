import type {
  CurrentUser,
  EventData,
  Message,
  MessagePage,
  RoomEventEntry,
  RoomEventFrame,
  Subscription,
  UserId,
} from "@colbin/protocol";

export interface Sent {
  readonly message: Message;
  readonly clientMessageId: string;
  readonly duplicate?: boolean;
}

/** A room as the server keeps it: its log is the only truth, everything else is read from it. */
export class FakeRoom {
  readonly slug: string;
  readonly log: RoomEventEntry[] = [];
  readonly members = new Set<UserId>();
  readonly reads = new Map<UserId, { readonly msgNo: number; readonly at: string }>();
  readonly #now: () => string;

  constructor(slug: string, now: () => string) {
    this.slug = slug;
    this.#now = now;
  }

  get headSeq(): number {
    return this.log.length;
  }

  get lastMsgNo(): number {
    return Math.max(0, ...this.messages().map((each) => each.msgNo ?? 0));
  }

  messages(): Message[] {
    return this.log.flatMap((entry) => (entry.event === "message_new" ? [entry.message] : []));
  }

  /** One message for each clientMessageId, for ever. */
  send(author: CurrentUser, content: string, clientMessageId: string): Sent {
    const known = this.log.find(
      (entry) => entry.event === "message_new" && entry.clientMessageId === clientMessageId,
    );
    if (known?.event === "message_new")
      return { message: known.message, clientMessageId, duplicate: true };
    const message = this.#toMessage(author, content, this.lastMsgNo + 1);
    this.log.push({ event: "message_new", seq: message.seq, message, clientMessageId });
    this.read(author.id, this.lastMsgNo);
    return { message, clientMessageId };
  }

  /** A line of the server: in the log, without a number. */
  note(author: CurrentUser, content: string): void {
    const message = { ...this.#toMessage(author, content, null), type: "system" as const };
    this.log.push({ event: "message_new", seq: message.seq, message });
  }

  edit(message: Message, content: string): void {
    const seq = this.headSeq + 1;
    const edited = { ...message, content, isEdited: true, stateSeq: seq };
    this.log.push({ event: "message_edited", seq, messageId: message.id, message: edited });
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
  }

  toFrame(entry: RoomEventEntry): RoomEventFrame {
    return { ...entry, type: "SERVER_ROOM_EVENT", sessionRoomSlug: this.slug };
  }

  toPage(limit: number, before?: string): MessagePage {
    const all = this.messages();
    const end = before === undefined ? all.length : all.findIndex((each) => each.id === before);
    const start = Math.max(0, end - limit);
    const hasMore = start > 0;
    const nextCursor = hasMore ? (all[start]?.id ?? null) : null;
    return { messages: all.slice(start, end), hasMore, nextCursor, headSeq: this.headSeq };
  }

  toSubscription(userId: UserId): Subscription {
    const numbered = this.messages().filter((each) => each.msgNo !== null);
    const last = numbered.at(-1);
    const read = this.reads.get(userId);
    const memberCount = this.members.size;
    const counts = { memberCount, participantCount: memberCount };
    return {
      ...channel,
      ...counts,
      roomId: `room-${this.slug}` as Subscription["roomId"],
      sessionRoomSlug: this.slug,
      roomName: this.slug,
      lastMessage: last ? { id: last.id, createdAt: last.createdAt, text: last.content } : null,
      lastActivityAt: last?.createdAt ?? channel.joinedAt,
      unreadCount: Math.max(0, this.lastMsgNo - (read?.msgNo ?? 0)),
      lastReadAt: read?.at ?? null,
      headSeq: this.headSeq,
      lastMsgNo: this.lastMsgNo,
      readMsgNo: read?.msgNo ?? 0,
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

  #toMessage(author: CurrentUser, content: string, msgNo: number | null): Message {
    const seq = this.headSeq + 1;
    const at = this.#now();
    return {
      id: `00000000-0000-7000-8000-${String(seq).padStart(12, "0")}` as Message["id"],
      roomId: `room-${this.slug}` as Message["roomId"],
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
  headSeq: 0,
  lastMsgNo: 0,
  readMsgNo: 0,
};
