import type { FeedState, FrameOf, Notification, NotificationsRead } from "@colbin/protocol";
import type { Chat } from "./chat-client.ts";
import type { ChatState } from "./chat-state.ts";
import type { Http } from "./http.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import type { Runtime } from "./runtime.ts";
import type { WritableStore } from "./store.ts";
import { createSyncedList } from "./synced-list.ts";

interface NotificationsOptions {
  readonly store: WritableStore<ChatState>;
  readonly call: Http["call"];
  readonly owner: () => string;
  readonly runtime: Pick<Runtime, "now">;
}

interface Notifications {
  readonly api: Chat["notifications"];
  readonly onTold: (frame: FrameOf<"SERVER_NOTIFICATION">) => void;
  /** Read here or on another device. */
  readonly onRead: (read: NotificationsRead) => void;
  /** Something may have been missed: reads how the feed stands. What fails is read with the next occasion. */
  readonly look: () => void;
}

const PAGE_SIZE = 20;
/** They are of the account: wherever the session works. */
const anywhere = { workspaceId: null };

/** What the person is told of beside the messages of rooms: a list whose changes are numbered, and how many are unread. */
export function createNotifications(options: NotificationsOptions): Notifications {
  const { store, call, owner, runtime } = options;
  const revNow = (): number | undefined => store.getSnapshot().notifications.rev;

  function count({ rev, unreadCount }: FeedState): void {
    store.update((state) => ({ ...state, notifications: { rev, unreadCount } }));
  }
  function countNews(news: FeedState): void {
    if (news.rev > (revNow() ?? -1)) count(news);
  }
  /** Counts by an answer as well, unless it is older than what was told meanwhile. */
  async function counted<R extends FeedState>(ask: () => Promise<R>): Promise<R> {
    const [asked, rev] = [owner(), revNow()];
    const reply = await ask();
    // A number that stayed where it was may be beyond that of the answer: the log began anew.
    const isNewest = rev === revNow() || reply.rev >= (revNow() ?? -1);
    if (isNewest && owner() === asked) count(reply);
    return reply;
  }
  const readCount = oneAtATime(async () => {
    await counted(() => call("getUnreadNotifications", {}, anywhere));
  });
  const feed = createSyncedList<Notification>({
    store,
    owner,
    name: "feed",
    id: ({ id }) => id,
    read(_, cursor) {
      const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
      return counted(() => call("listNotifications", { query }, anywhere));
    },
  });

  function onRead({ id, before, readAt, ...news }: NotificationsRead): void {
    const isMeant = (each: Notification) =>
      each.id === id || (before !== null && each.updatedAt <= before);
    countNews(news);
    feed.change(
      ({ results }) =>
        results.map((each) => (each.readAt === null && isMeant(each) ? { ...each, readAt } : each)),
      news.rev,
    );
  }
  const readNow = () => new Date(runtime.now()).toISOString();

  return {
    onRead,
    onTold(frame) {
      countNews(frame);
      feed.put(frame.notification, frame.rev);
    },
    look() {
      if (feed.isShown()) feed.look();
      else readCount().catch(() => undefined);
    },
    api: {
      feed,
      async markRead(id) {
        const state = await call("markNotificationRead", { params: { id } }, anywhere);
        onRead({ id, before: null, readAt: readNow(), ...state });
      },
      async markAllRead() {
        const before = feed.of(store.getSnapshot())?.results?.[0]?.updatedAt;
        if (before === undefined) return;
        const state = await call("markAllNotificationsRead", { body: { before } }, anywhere);
        onRead({ id: null, before, readAt: readNow(), ...state });
      },
    },
  };
}
