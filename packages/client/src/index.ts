export type { Account, AccountWithTokens, AccountOptions } from "./account.ts";
export { createAccessLists } from "./access-lists.ts";
export { createReports, reportsKey } from "./reports.ts";
export { createAccount } from "./account.ts";
export type { AskedSecondFactor, SecondFactorProof } from "./second-factor.ts";
export { ApiError, connectionLost, toApiError } from "./api-error.ts";
export type { ChatOptions } from "./chat.ts";
export { createChat } from "./chat.ts";
export type { Chat, ChatClient, JoinResult } from "./chat-client.ts";
export type {
  ChatState,
  KnownSubscription,
  ListState,
  LoadedThread,
  MessageWindow,
  OutboxEntry,
  OutgoingFile,
  PendingEntry,
  RoomPage,
  SendFailure,
  SendOptions,
  TypingUser,
} from "./chat-state.ts";
export { initialChatState } from "./chat-state.ts";
export { DraftSync, type DeviceDrafts, type DraftMark, type DraftPlace } from "./draft-sync.ts";
export { createFeed, feedKey, type Feed, type FeedAct } from "./feed.ts";
export { createScheduledMessages } from "./scheduled.ts";
export { createSaved } from "./saved.ts";
export { hasFirstUnread } from "./history.ts";
export type { CallOptions, Http } from "./http.ts";
export { loadRoutes } from "./http.ts";
export type { Locks } from "./locks.ts";
export type { ClientOptions } from "./client.ts";
export { createClient } from "./client.ts";
export type { News } from "./list-host.ts";
export { inProcessLocks, webLocks } from "./locks.ts";
export type { OutboxStore } from "./outbox-store.ts";
export { memoryOutboxStore } from "./outbox-store.ts";
export { addressOf, roomIdOf, roomKeyOf } from "./reducers/addresses.ts";
export {
  countThreadMentions,
  countUnreadThreads,
  unreadInThread,
  withFollowedThreads,
  withThreadState,
} from "./reducers/thread-states.ts";
export { withOwnVote } from "./reducers/polls.ts";
export { hasReacted } from "./reducers/reactions.ts";
export { withMessagePage } from "./reducers/messages.ts";
export { withOlderPage } from "./reducers/windows.ts";
export {
  withChangedRooms,
  withSubscriptions,
  withUnreadCount,
  withUnreadSummary,
} from "./reducers/subscriptions.ts";
export type {
  Bytes,
  Fetch,
  RawSocket,
  RawSocketHandlers,
  Runtime,
  Signal,
  Timer,
} from "./runtime.ts";
export {
  confirmedState,
  isSend,
  matchesSearch,
  orderedSubscriptions,
  shownMessages,
  threadMessages,
  typingUsersOf,
  visibleMessages,
} from "./selectors.ts";
export type { SessionState } from "./session.ts";
export type { SnapshotStore } from "./snapshot-store.ts";
export { memorySnapshotStore } from "./snapshot-store.ts";
export { applyEvent, headOf, reducers } from "./state.ts";
export type { KeyValueStorage } from "./storage.ts";
export { memoryStorage, storageKeys } from "./storage.ts";
export type { Store } from "./store.ts";
export { createStore } from "./store.ts";
export { transfer } from "./transfer.ts";
export { createThreadList, createThreads, type Threads } from "./threads.ts";
export type { SyncedList } from "./synced-list.ts";
export { pageRuntime, programRuntime, systemRuntime } from "./system.ts";
export type { NeededFiles } from "./needed-files.ts";
export { Uploads, type AddedFile, type FileRows, type LocalFile, type Upload } from "./uploads.ts";
export type { VisibleMessage } from "./visible-message.ts";
