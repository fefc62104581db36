import type {
  AccessChanged,
  DraftChange,
  FrameOf,
  MessageId,
  NotificationChanged,
  NotificationsRead,
  SavedChanged,
} from "@colbin/protocol";
import type { ChatState } from "./chat-state.ts";
import type { Http } from "./http.ts";
import type { WritableStore } from "./store.ts";

/**
 * Something has changed that is not in the state, but for lists that were opened: the feed, how the person stands to rooms that they are
 * not in and what is asked of them, which rooms are muted, or what the person keeps for later. It says the change, or that one may have been missed.
 */
export type News =
  | FeedNews
  | { readonly part: "access"; readonly change?: AccessChanged }
  | { readonly part: "mutes" }
  | { readonly part: "notification-settings" }
  | { readonly part: "scheduled" }
  | { readonly part: "emoji" }
  | { readonly part: "drafts"; readonly change?: DraftChange }
  | {
      readonly part: "saved";
      readonly change?: SavedChanged;
      readonly deleted?: MessageId;
    };

/** Something new, another state of one notification, or many that were read; without any of them something may have been missed. */
export interface FeedNews {
  readonly part: "feed";
  readonly told?: FrameOf<"SERVER_NOTIFICATION">;
  readonly changed?: NotificationChanged;
  readonly read?: NotificationsRead;
}

/** The parts that synced lists are made of: the lists come with the screens that show them. */
export interface ListHost {
  readonly store: WritableStore<ChatState>;
  readonly call: Http["call"];
  /** Changes with the person and the workspace: an answer that was asked for by another one is asked for again. */
  readonly owner: () => string;
  /** Returns the way to stop. */
  readonly onNews: (listener: (news: News) => void) => () => void;
}
