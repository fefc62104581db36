import type { FeedState, FrameOf, Message, ServerFrame } from "@colbin/protocol";
import type { AccountWithTokens } from "./account.ts";
import type { Chat } from "./chat-client.ts";
import type { ChatState } from "./chat-state.ts";
import type { FeedNews, ListHost } from "./list-host.ts";
import { createNews } from "./news.ts";
import { counted, withUnreadNotifications } from "./notifications.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { createPersonalLog } from "./personal-log.ts";
import { withAccessChange } from "./reducers/access.ts";
import { withOwnVote } from "./reducers/polls.ts";
import { withFollowedThreads, withThreadState } from "./reducers/thread-states.ts";
import { withReply } from "./reducers/threads.ts";
import { createSidebar } from "./sidebar.ts";
import type { WritableStore } from "./store.ts";

type PersonalFrame = FrameOf<"SERVER_PERSONAL_EVENT">;
type EventName = PersonalFrame["event"];
type DataOf<E extends EventName> = Extract<PersonalFrame, { readonly event: E }>["data"];

interface PersonalEvents {
  readonly api: Pick<Chat, "sidebar" | "lists">;
  readonly onFrame: (frame: ServerFrame) => void;
  /** Something that is told once may have been missed: all of it is read again, as far as it is shown. */
  readonly look: (scope?: "everything" | "unnumbered") => void;
}

/** Parts whose changes have a number of the personal log. */
const numberedParts = ["mutes", "notification-settings", "scheduled", "drafts", "saved"] as const;

/** The events that concern one person alone and are in no log of a room. */
export function createPersonalEvents(
  store: WritableStore<ChatState>,
  { call, workspaceId }: Pick<AccountWithTokens, "call" | "workspaceId">,
): PersonalEvents {
  const owner = (): string => `${store.getSnapshot().currentUser?.id} ${workspaceId()}`;
  const sidebar = createSidebar({ store, call, owner });
  const { tell, onNews } = createNews();
  /** Link guests have neither notifications nor sections (rules-identity 24). */
  const isMember = (): boolean => store.getSnapshot().currentUser?.role !== "GUEST";
  const readCount = readingCount({ store, call, owner });
  const readThreads = readingThreads({ store, call, owner });
  const newRooms = watchNewRooms(store);
  const tellFeed = (state: FeedState, news: Omit<FeedNews, "part">): void => {
    store.update((before) => withUnreadNotifications(before, state));
    tell({ part: "feed", ...news });
  };
  const lookAtFeed = (): void => {
    if (isMember()) readCount().catch(() => undefined);
    tell({ part: "feed" });
  };
  function lookAtNumbered(): void {
    if (isMember()) sidebar.look();
    for (const part of numberedParts) tell({ part });
  }
  const lookAtThreads = (): void => void readThreads.run().catch(() => undefined);
  const look: PersonalEvents["look"] = (scope = "everything") => {
    lookAtFeed();
    // The numbers of threads move with the messages of rooms, which may have been missed.
    lookAtThreads();
    for (const part of ["access", "emoji"] as const) tell({ part });
    if (scope === "everything") lookAtNumbered();
  };
  const log = createPersonalLog(store, (after) => {
    lookAtNumbered();
    // A connection begins with a look of its own.
    if (after === "gap") lookAtThreads();
  });
  /** Each event renews what it touches, and nothing else: forgetting one does not compile. */
  const handlers: { readonly [E in EventName]: (data: DataOf<E>) => void } = {
    reload: () => look(),
    notification_changed: (changed) => tellFeed(changed, { changed }),
    notifications_read: (read) => tellFeed(read, { read }),
    notifications_shared: ({ spreadMs }) => void setTimeout(lookAtFeed, Math.random() * spreadMs),
    access_changed(change) {
      store.update((state) => withAccessChange(state, change));
      tell({ part: "access", change });
      // An answered request or invitation is in the feed no more.
      lookAtFeed();
    },
    sidebar_changed(place) {
      if (isMember() && place.workspaceId === workspaceId()) sidebar.look();
    },
    draft_changed: (change) => tell({ part: "drafts", change }),
    scheduled_changed: () => tell({ part: "scheduled" }),
    all_muted: () => tell({ part: "mutes" }),
    notification_settings_changed: () => tell({ part: "notification-settings" }),
    thread_changed({ workspaceId: at, ...state }) {
      if (at !== workspaceId()) return;
      readThreads.take((before) => withThreadState(before, state));
    },
    threads_read(place) {
      if (place.workspaceId === workspaceId()) lookAtThreads();
    },
    saved_changed: (change) => tell({ part: "saved", change }),
    emoji_changed: () => tell({ part: "emoji" }),
    poll_voted: (vote) => store.update((state) => withOwnVote(state, vote)),
  };

  return {
    look,
    onFrame(frame) {
      if (frame.type === "SERVER_NOTIFICATION") tellFeed(frame, { told: frame });
      if (frame.type === "SERVER_ROOM_EVENT" && frame.event === "message_deleted")
        tell({ part: "saved", deleted: frame.messageId });
      if (frame.type === "SERVER_SUBSCRIPTION_UPDATE" && frame.subscriptions)
        log.onOpened(frame.personalRev);
      // Threads of a room that comes back were followed before.
      if (newRooms.isIn(frame) || isPurge(frame)) lookAtThreads();
      readThreads.hear(frame);
      if (frame.type !== "SERVER_PERSONAL_EVENT") return;
      const { event, data, rev } = frame;
      // A newer server may tell of what this client does not know.
      if ((rev === undefined || log.isNext(rev)) && Object.hasOwn(handlers, event))
        handlers[event](data as never);
    },
    api: { sidebar: sidebar.api, lists: { store, call, owner, onNews } },
  };
}

/** With its root a thread is gone, and replies that are gone are not unread. */
function isPurge(frame: ServerFrame): boolean {
  return frame.type === "SERVER_ROOM_EVENT" && frame.event === "messages_purged";
}

/** Messages that a frame tells of, live or as missed. */
function newMessages(frame: ServerFrame): readonly Message[] {
  if (frame.type === "SERVER_ROOM_EVENT")
    return frame.event === "message_new" ? [frame.message] : [];
  if (frame.type !== "SERVER_MESSAGE_HISTORY" || frame.mode !== "resume") return [];
  return frame.events.flatMap((each) => (each.event === "message_new" ? [each.message] : []));
}

/** Says of frames, after they were applied, whether a room that was not in the list came into it. */
function watchNewRooms(store: WritableStore<ChatState>) {
  let known = store.getSnapshot().subscriptions;
  return {
    isIn(frame: ServerFrame): boolean {
      if (frame.type !== "SERVER_SUBSCRIPTION_UPDATE") return false;
      const before = known;
      known = store.getSnapshot().subscriptions;
      return frame.changed?.some(({ roomId }) => !before.has(roomId)) ?? false;
    },
  };
}

/** Reads how many notifications are unread. */
function readingCount({ store, call, owner }: Reading) {
  return oneAtATime(async () => {
    const anywhere = { workspaceId: null };
    await counted({ store, owner }, () => call("getUnreadNotifications", {}, anywhere));
  });
}

type Reading = Pick<ListHost, "call" | "owner"> & { readonly store: WritableStore<ChatState> };

type Change = (state: ChatState) => ChatState;

/** Reads which threads the person follows. A list may be older than the changes and replies that were told while it was read. */
function readingThreads({ store, call, owner }: Reading) {
  let told: Change[] | undefined;
  return {
    take(change: Change): void {
      told?.push(change);
      store.update(change);
    },
    /** Replies that a frame tells of are in the state already, as far as their threads are known. */
    hear(frame: ServerFrame): void {
      for (const message of told ? newMessages(frame) : [])
        told?.push((state) => withReply(state, message.roomId, message));
    },
    run: oneAtATime(async () => {
      const asked = owner();
      const since: Change[] = [];
      told = since;
      try {
        const { results } = await call("listFollowedThreads", {});
        if (owner() !== asked) return;
        store.update((state) =>
          since.reduce((next, change) => change(next), withFollowedThreads(state, results)),
        );
      } finally {
        told = undefined;
      }
    }),
  };
}
