import type {
  AccessChanged,
  DraftChange,
  FrameOf,
  MessageId,
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
  | {
      readonly part: "feed";
      readonly told?: FrameOf<"SERVER_NOTIFICATION">;
      readonly read?: NotificationsRead;
    }
  | { readonly part: "access"; readonly change?: AccessChanged }
  | { readonly part: "mutes" }
  | { readonly part: "scheduled" }
  | { readonly part: "emoji" }
  | { readonly part: "drafts"; readonly change?: DraftChange }
  | {
      readonly part: "saved";
      readonly change?: SavedChanged;
      readonly deleted?: MessageId;
    };

/** The parts that synced lists are made of: the lists come with the screens that show them. */
export interface ListHost {
  readonly store: WritableStore<ChatState>;
  readonly call: Http["call"];
  /** Changes with the person and the workspace: an answer that was asked for by another one is asked for again. */
  readonly owner: () => string;
  /** Returns the way to stop. */
  readonly onNews: (listener: (news: News) => void) => () => void;
}
