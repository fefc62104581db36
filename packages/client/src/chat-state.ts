import type { ApiError } from "./api-error.ts";
import type {
  ConnectionStatus,
  CurrentUser,
  Message,
  MessageId,
  MessageType,
  PersonalParts,
  PersonState,
  PollInput,
  Quote,
  ReactionAction,
  Receipts,
  RoomCard,
  RoomId,
  Sidebar,
  Subscription,
  ThreadState,
  UnreadSummary,
  UserId,
  Voice,
  WorkspaceId,
} from "@colbin/protocol";

/** A file on its way, by its id on this device. */
export interface OutgoingFile {
  readonly id: string;
  readonly name: string;
  /** As the device tells it. */
  readonly mediaType: string;
  readonly size: number;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** The words for an image. */
  readonly alt?: string | undefined;
  /** It is a recording, which is a message of its own. */
  readonly voice?: Omit<Voice, "fileId"> | undefined;
}

/** A message may be more than one of its room. */
export interface SendOptions {
  /** It answers this message, in its thread. */
  readonly threadId?: MessageId | undefined;
  /** The reply stands in the room as well. */
  readonly alsoSendToRoom?: boolean | undefined;
  /** Nobody is notified but by a mention. */
  readonly silent?: boolean | undefined;
  /** The message that it quotes, as the person saw it. */
  readonly quote?: Quote | undefined;
  /** It is the question of this poll. */
  readonly poll?: PollInput | undefined;
  /** It shows these, and waits until the server has them. */
  readonly files?: readonly OutgoingFile[] | undefined;
}

/** The person's wish about a room's messages. */
export type Command =
  | ({
      readonly kind: "send";
      readonly content: string;
      readonly type: MessageType;
      /** Head of the room when it was written: it is shown after what its client knew. */
      readonly anchorSeq: number;
    } & SendOptions)
  | { readonly kind: "edit"; readonly messageId: MessageId; readonly content: string }
  | {
      readonly kind: "tick";
      readonly messageId: MessageId;
      /** The text as the person saw it, and the place of the task's mark in it. */
      readonly content: string;
      readonly at: number;
    }
  | { readonly kind: "delete"; readonly messageId: MessageId }
  | {
      readonly kind: "react";
      readonly messageId: MessageId;
      readonly emoji: string;
      readonly action: ReactionAction;
    }
  | {
      readonly kind: "vote";
      readonly messageId: MessageId;
      /** None withdraws it. */
      readonly optionIds: readonly string[];
    };

/** A command that the server has not acknowledged; kept by the outbox store. */
export type OutboxEntry = OutboxAddress & Command;

/** As it is kept; an entry that an older build has written names its room by the address alone. */
export type StoredEntry = Omit<OutboxAddress, "roomId"> &
  Partial<Pick<OutboxAddress, "roomId">> &
  Command;

/** Everything up to this message is read. Kept by the snapshot of the page alone; shown by `localReads`. */
export type ReadEntry = Pick<
  OutboxAddress,
  "userId" | "workspaceId" | "roomId" | "sessionRoomSlug"
> & {
  readonly kind: "read";
  readonly messageId: string;
  readonly msgNo: number;
};

interface OutboxAddress {
  /** `temp_` + UUID, made once per intent, and of a message for ever: however often it is tried, it happens once. */
  readonly clientMessageId: string;
  readonly userId: UserId;
  /** Where it was written; it goes nowhere else. Absent when that was not known yet. */
  readonly workspaceId?: WorkspaceId | undefined;
  readonly roomId: RoomId;
  /** Its address as it was known last: where the server is asked for the room by one that is not known here. */
  readonly sessionRoomSlug: string;
  /** Order of sending within a room; also the moment of writing in milliseconds. */
  readonly position: number;
  /** Set by a final refusal: waits for retry or discard. */
  readonly failure: SendFailure | null;
}

export interface SendFailure {
  readonly code: string;
  readonly message: string;
}

/** An outbox entry as the screen sees it. */
export type PendingEntry = OutboxEntry & {
  /** Place in the log, once acknowledged: the entry leaves when the log has been applied that far. */
  readonly acknowledgedSeq: number | null;
};

/** The known facts about the messages before loaded ones. */
interface OlderMessages {
  /** Why the last loading of them, or of the whole page, failed. */
  readonly error: ApiError | null;
  /** Are there older messages than the loaded ones? */
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  readonly isLoadingOlder: boolean;
}

/** How far the newest messages of a room are loaded. Rooms that were never opened have none. */
export interface RoomPage extends OlderMessages {
  readonly status: "loading" | "ready" | "failed";
  /** Last event of the log that the messages contain. */
  readonly headSeq: number;
  /** The place of the window that has grown together with them; null where none has. */
  readonly place: string | null;
  /** Kept from an earlier page, and not yet known to be as the server has it. */
  readonly isRestored: boolean;
}

/**
 * A part of a room's history that does not reach its newest messages. It is on the screen in their place, until it has grown
 * together with them.
 */
export interface MessageWindow extends OlderMessages {
  /** Where it was opened; another window of the room has another place. */
  readonly place: string;
  /** In order of seq; never empty. */
  readonly messages: readonly KnownMessage[];
  readonly isLoadingNewer: boolean;
  /** Why the last loading behind it failed. */
  readonly newerError: ApiError | null;
}

/** A thread that was opened, as far as its replies are loaded. */
export interface LoadedThread {
  readonly status: "loading" | "ready" | "failed";
  readonly error: ApiError | null;
  readonly roomId: RoomId;
  /** Undefined before it was read. */
  readonly root: KnownMessage | undefined;
  /** Replies in the order of their numbers. */
  readonly messages: readonly KnownMessage[];
  /** Are there replies before and behind the loaded ones? */
  readonly hasMore: boolean;
  readonly hasNewer: boolean;
  readonly isLoadingOlder: boolean;
  readonly isLoadingNewer: boolean;
  /** Changes may have been missed: it is read again as soon as it is shown. */
  readonly isStale: boolean;
}

/** A room that the person is in, as it was listed or as events changed it. */
export interface KnownSubscription extends Subscription {
  /** The stateSeq of the copy from which `lastMessage` was made; without, it is as old as headSeq. */
  readonly previewSeq?: number | undefined;
  /** The last message that was told and that names the person. */
  readonly namedIn?: MessageId;
  /** The seq of the last event that told of somebody's place in the room: lists of its people are read again. */
  readonly peopleSeq?: number;
  /** The same of the last one that told of a pin. */
  readonly pinsSeq?: number;
}

/** How many notifications are unread, as of the last change that was told; `rev` is undefined before anything was read. */
interface NotificationsState {
  readonly rev: number | undefined;
  readonly unreadCount: number;
}

/** A synced list, as far as it is loaded. */
export interface ListState<T> {
  /** In the order of the server; undefined before they were read. */
  readonly results: readonly T[] | undefined;
  /** Where the next page begins; null where there is none. */
  readonly nextCursor: string | null;
  /** How many there are in all, where the server counts them. */
  readonly total: number | undefined;
  /** The number of the last change in the list, where the server numbers them. */
  readonly rev: number | undefined;
  /** Why it may not be the newest: the last reading failed. */
  readonly error: ApiError | null;
}

/** A message as this person knows it. */
export interface KnownMessage extends Message {
  /** Told to this person alone. */
  readonly personal?: PersonalParts;
}

export interface TypingUser {
  readonly userId: UserId;
  readonly userName: string;
}

/**
 * Everything that events change, and what the chat screens share. Confirmed state comes from the server alone; `pending` and `localReads` are laid over it.
 */
export interface ChatState {
  readonly currentUser: CurrentUser | null;
  readonly connectionStatus: ConnectionStatus;
  readonly connectionError: string | null;
  /** Names the web app of the server, as it was told when the channel was opened last. */
  readonly webBuild: string | undefined;
  /** Rooms by the addresses that they have, or had while they were known here: `roomIdOf`. All else is by room. */
  readonly addresses: ReadonlyMap<string, RoomId>;
  /** Cards of rooms that were listed or opened, joined or not. */
  readonly rooms: ReadonlyMap<RoomId, RoomCard>;
  /** Rooms that the person is in; `unreadCount` already contains own reads that are on their way. */
  readonly subscriptions: ReadonlyMap<RoomId, KnownSubscription>;
  /** Has the server listed them? Before, they are those that were kept from an earlier page, or none. */
  readonly hasSubscriptions: boolean;
  /** In the order of display. */
  readonly order: readonly RoomId[];
  /** Confirmed messages of opened rooms, in order of seq. */
  readonly messages: ReadonlyMap<RoomId, readonly KnownMessage[]>;
  readonly pages: ReadonlyMap<RoomId, RoomPage>;
  /** The window of the room on the screen, where it shows older messages than its newest. */
  readonly windows: ReadonlyMap<RoomId, MessageWindow>;
  /** Threads that were opened, by the id of the message that they answer. */
  readonly threads: ReadonlyMap<MessageId, LoadedThread>;
  /** Threads that the person follows, or left, as far as they are known; undefined before they were read. */
  readonly threadStates: ReadonlyMap<MessageId, ThreadState> | undefined;
  /** Unread mentions in those threads, by room; undefined before they were read. */
  readonly threadMentions: ReadonlyMap<RoomId, number> | undefined;
  readonly pending: ReadonlyMap<RoomId, readonly PendingEntry[]>;
  /** Read positions that the server has not confirmed yet. */
  readonly localReads: ReadonlyMap<RoomId, number>;
  /** Own messages of this session: message id -> the clientMessageId under which they were shown first. */
  readonly sentAs: ReadonlyMap<string, string>;
  /** Over rooms that are not muted. */
  readonly totalUnread: number;
  readonly otherWorkspaces: UnreadSummary["organizations"];
  /** By room, and by thread: by the id of its root. */
  readonly typingUsers: ReadonlyMap<RoomId | MessageId, readonly TypingUser[]>;
  /** How those are who are watched (`people.watch`) and may be seen. */
  readonly people: ReadonlyMap<string, PersonState>;
  /** How far own messages have come, by message: of the one that is watched (`receipts.watch`), and of some that were. */
  readonly receipts: ReadonlyMap<MessageId, Receipts>;
  readonly notifications: NotificationsState;
  /** The number of the last change of what concerns the person alone; undefined before the server has told one. */
  readonly personalRev: number | undefined;
  /** By name and key. */
  readonly lists: ReadonlyMap<string, ListState<unknown>>;
  /** Sections of the list of rooms that the person made. */
  readonly sidebar: Sidebar;
  /** The room on the screen, where it was marked as unread in this tab: it is not read by being shown until it is opened again. */
  readonly keptUnread: RoomId | null;
  readonly activeRoomId: RoomId | null;
  readonly selectedMessageId: string | null;
  readonly searchQuery: string;
  readonly sidebarOpen: boolean;
}

export const initialChatState: ChatState = {
  currentUser: null,
  connectionStatus: "disconnected",
  connectionError: null,
  webBuild: undefined,
  addresses: new Map(),
  rooms: new Map(),
  subscriptions: new Map(),
  hasSubscriptions: false,
  order: [],
  messages: new Map(),
  pages: new Map(),
  windows: new Map(),
  threads: new Map(),
  threadStates: undefined,
  threadMentions: undefined,
  pending: new Map(),
  localReads: new Map(),
  sentAs: new Map(),
  totalUnread: 0,
  otherWorkspaces: [],
  typingUsers: new Map(),
  people: new Map(),
  receipts: new Map(),
  notifications: { rev: undefined, unreadCount: 0 },
  personalRev: undefined,
  lists: new Map(),
  sidebar: { sections: [], rev: 0 },
  keptUnread: null,
  activeRoomId: null,
  selectedMessageId: null,
  searchQuery: "",
  sidebarOpen: true,
};

/** A copy with one entry more, or the same map when it holds that very value. */
export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  return map.get(key) === value ? map : new Map(map).set(key, value);
}

/** A copy without the entry, or the same map when there is none. */
export function withoutEntry<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  if (!map.has(key)) return map;
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}
