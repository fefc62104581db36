import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of threads; loaded with the screens that show one. */
export const threadTexts = {
  title: { id: "threads.title", message: "Thread" },
  of: { id: "threads.of", message: "Thread in {room}" },
  list: { id: "threads.list", message: "Threads" },
  log: { id: "threads.log", message: "Replies" },
  reply: { id: "threads.reply", message: "Reply to the thread" },
  alsoSend: { id: "threads.alsoSend", message: "Also send to {room}" },
  follow: { id: "threads.follow", message: "Follow this thread" },
  unfollow: { id: "threads.unfollow", message: "Stop following this thread" },
  followFailed: { id: "threads.followFailed", message: "The thread was not changed" },
  notFollowing: { id: "threads.notFollowing", message: "Not following" },
  failed: { id: "threads.failed", message: "This thread did not load" },
  newestFailed: { id: "threads.newestFailed", message: "Newer replies did not load" },
  listFailed: { id: "threads.listFailed", message: "Threads did not load" },
  loading: { id: "threads.loading", message: "Loading thread" },
  none: { id: "threads.none", message: "You cannot reply in this room" },
  archived: { id: "threads.archived", message: "This room is archived" },
  unread: { id: "threads.unread", message: "Unread" },
  following: { id: "threads.following", message: "Following" },
  all: { id: "threads.all", message: "All" },
  emptyUnread: { id: "threads.emptyUnread", message: "No unread threads" },
  emptyUnreadText: {
    id: "threads.emptyUnreadText",
    message: "New replies in threads you wrote in, follow or were mentioned in appear here.",
  },
  empty: { id: "threads.empty", message: "No threads yet" },
  emptyText: {
    id: "threads.emptyText",
    message: "Reply to a message to start a thread. It stays together, beside the room.",
  },
  more: { id: "threads.more", message: "Show more" },
  in: { id: "threads.in", message: "in {room}" },
  deleted: { id: "threads.deleted", message: "Message deleted" },
} as const satisfies Record<string, Text>;
