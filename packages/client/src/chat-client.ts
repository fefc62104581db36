import type {
  CallOf,
  CreateOrJoinOutcome,
  MessageId,
  ReplyOf,
  RoomCard,
  RoomId,
  SidebarSection,
} from "@colbin/protocol";
import type { Account } from "./account.ts";
import type { ApiError } from "./api-error.ts";
import type { ChatState, OutboxEntry, SendOptions } from "./chat-state.ts";
import type { HistoryHost } from "./history-host.ts";
import type { ListHost } from "./list-host.ts";
import type { UploadHost } from "./uploads.ts";
import type { Store } from "./store.ts";

export interface JoinResult {
  /** Address of the room; null when it was refused or only requested from somebody hidden. */
  readonly slug: string | null;
  readonly outcome: CreateOrJoinOutcome;
}

export type TakenBackListener = (entry: OutboxEntry, error: ApiError) => void;

/** The live part: rooms, messages and the connection. All reading is done from `store`. */
export interface Chat {
  /** Everything that screens show: use selectors on it. */
  readonly store: Store<ChatState>;
  /** Settles at once or nearly: what an earlier page has kept is in the state then. The same promise until there is another person. */
  readonly whenRestored: () => Promise<void>;
  readonly connection: {
    /** Connects, and stays connected through every interruption until `disconnect` or a sign-out. */
    readonly connect: () => void;
    /** An intentional end: status 'disconnected'. */
    readonly disconnect: () => void;
    /** Hears that the person lost the organization where they were, and is in Personal now. Returns the way to stop. */
    readonly onAccessLost: (listener: () => void) => () => void;
  };
  readonly rooms: {
    /** Reads the subscriptions anew. The live channel keeps them up to date, so screens rarely need it. */
    readonly load: () => Promise<void>;
    /** A page of the channels that the person sees, joined or not; also kept as `state.rooms`. */
    readonly list: (query?: CallOf<"listRooms">["query"]) => Promise<ReplyOf<"listRooms">>;
    /** The card of one room; also kept as `state.rooms`. Fails with ROOM_NOT_FOUND. */
    readonly card: (slug: string) => Promise<RoomCard>;
    /** A text names these rooms: cards of those that the person sees come to `state.rooms`, asked for together. */
    readonly know: (ids: readonly RoomId[]) => void;
    /** Joins a PUBLIC room or makes a new one of that name, and subscribes. A refusal fails with its code. */
    readonly join: (slug: string) => Promise<JoinResult>;
    /** Leaves a room for good; a direct room is only hidden. Fails with ROOM_LAST_OWNER for the last of several. */
    readonly leave: (roomId: RoomId) => Promise<void>;
    /** Makes the room the active one and loads its newest messages if they are not there. Other rooms keep only their newest. */
    readonly open: (roomId: RoomId) => Promise<void>;
    /** No room is on the screen. */
    readonly leaveView: () => void;
    /** Reads the newest messages again, also after a failure. */
    readonly reload: (roomId: RoomId) => Promise<void>;
  };
  /** For `createThreads`. */
  readonly threadHost: HistoryHost;
  /** For `Uploads`. */
  readonly uploadHost: UploadHost;
  readonly messages: {
    /**
     * Stores the text, shows it as sending and sends it until the server has it or refuses it for good. Settles when it
     * is stored: the answer of the server is seen in the state. Ignores a text that is blank after trimming, without files.
     */
    readonly send: (roomId: RoomId, content: string, how?: SendOptions) => Promise<void>;
    /**
     * Changes the content of an own message: shown at once, and sent as `send` does. Ignores a text that is blank after trimming, and
     * one that changes nothing.
     */
    readonly edit: (roomId: RoomId, messageId: MessageId, content: string) => Promise<void>;
    /** Ticks or unticks the task of an own message whose mark stands at this place of its text; an edit like any other. */
    readonly tick: (roomId: RoomId, messageId: MessageId, at: number) => Promise<void>;
    /** Deletes an own message for everybody; shown at once, taken back if the server refuses. */
    readonly remove: (roomId: RoomId, messageId: MessageId) => Promise<void>;
    /** Adds the own reaction, or takes it back where it is shown; shown at once, taken back if the server refuses. */
    readonly react: (roomId: RoomId, messageId: MessageId, emoji: string) => Promise<void>;
    /** Votes for these options of a poll, instead of an earlier vote; shown at once, taken back if the server refuses. */
    readonly vote: (
      roomId: RoomId,
      messageId: MessageId,
      optionIds: readonly string[],
    ) => Promise<void>;
    /** Hears of what was shown and then refused for good. Returns the way to stop. */
    readonly onTakenBack: (listener: TakenBackListener) => () => void;
    /** Sends a failed message again, under the same id. */
    readonly retry: (clientMessageId: string) => Promise<void>;
    /** Throws an unsent message away. */
    readonly discard: (clientMessageId: string) => Promise<void>;
    /** Shows what the person's other tabs have stored and not sent, too; answers how many messages wait in all. */
    readonly findUnsent: () => Promise<number>;
    /** One page before the shown messages; does nothing while one is loading or when there is none. */
    readonly loadOlder: (roomId: RoomId) => Promise<void>;
    /** One page behind the shown messages, where they are a window of the history; as `loadOlder`. */
    readonly loadNewer: (roomId: RoomId) => Promise<void>;
    /**
     * Makes a message one of those that the active room shows, if need be in a window of the history. The newest messages must be
     * there (`rooms.open`). Fails with MESSAGE_NOT_FOUND.
     */
    readonly show: (roomId: RoomId, messageId: MessageId) => Promise<void>;
    /** The same with the first unread message; without one the newest messages stay. */
    readonly showUnread: (roomId: RoomId) => Promise<void>;
    /** Leaves the window: the newest messages are shown again. */
    readonly showNewest: (roomId: RoomId) => void;
    /**
     * Everything up to this message, which is on the screen, is read. Shown at once, taken back if the server refuses. When it is
     * the newest of a room that has grown very long, the oldest ones are dropped and can be loaded again.
     */
    readonly markRead: (roomId: RoomId, messageId: string) => Promise<void>;
    /**
     * Counts as unread from this message on, on all devices of the person, until they open the room again or send something
     * there. Other people see no change of their reading.
     */
    readonly markUnread: (roomId: RoomId, messageId: string) => Promise<void>;
  };
  readonly typing: {
    /** Call it at each key, in the room or in a thread: tells the others at most once in 3 s, and stops by itself after 3 s without a key. */
    readonly keystroke: (roomId: RoomId, threadId?: MessageId) => void;
    /** The text was sent or cleared, or the room was left. */
    readonly stop: (roomId: RoomId) => void;
  };
  readonly people: {
    /**
     * These people are on the screen: how they are is kept in `state.people`. Returns the way to stop. The server tells of 200 at
     * most, the latest that were asked for.
     */
    readonly watch: (ids: readonly string[]) => () => void;
    /** The person touched the device just now: told at most once a minute. */
    readonly noteActive: () => void;
  };
  readonly receipts: {
    /**
     * The mark of the own last message is on the screen: how far the message has come is kept in `state.receipts`. Returns the way to
     * stop. One at a time: the latest that was asked for.
     */
    readonly watch: (roomSlug: string, messageId: MessageId) => () => void;
  };
  /** For lists that are loaded with the screens that show them, as `createFeed` makes one. */
  readonly lists: ListHost;
  readonly sidebar: {
    /** Changes the person's own sections: shown at once, taken back if the server refuses; tried again on what another device made. */
    readonly change: (
      edit: (sections: readonly SidebarSection[]) => readonly SidebarSection[],
    ) => Promise<void>;
  };
  readonly view: {
    readonly selectMessage: (messageId: string | null) => void;
    readonly search: (query: string) => void;
    readonly setSidebarOpen: (isOpen: boolean) => void;
  };
  /** Ends everything and lets go of timers and listeners. */
  readonly close: () => void;
}

export type ChatClient = Account & Chat;
