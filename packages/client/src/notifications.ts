import type { FeedState, NotificationsRead, ServerFrame } from "@colbin/protocol";
import type { Chat } from "./chat-client.ts";
import type { ChatState } from "./chat-state.ts";
import type { Http } from "./http.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { withAccessChange, withAccessNews } from "./reducers/access.ts";
import {
  placeOfRev,
  withMoreNotifications,
  withNotification,
  withNotificationsRead,
  withUnreadNotifications,
} from "./reducers/notifications.ts";
import type { Runtime } from "./runtime.ts";
import type { WritableStore } from "./store.ts";

interface NotificationsOptions {
  readonly store: WritableStore<ChatState>;
  readonly call: Http["call"];
  readonly runtime: Pick<Runtime, "now">;
}

interface Notifications {
  readonly api: Chat["notifications"];
  readonly onFrame: (frame: ServerFrame) => void;
  /** Something may have been missed: reads how the feed stands. What fails is read with the next occasion. */
  readonly look: () => void;
}

const PAGE_SIZE = 20;
/** They are of the account: wherever the session works. */
const anywhere = { workspaceId: null };

/** What the person is told of beside the messages of rooms: its changes are numbered, and a gap is read anew. */
export function createNotifications({ store, call, runtime }: NotificationsOptions): Notifications {
  /** Takes what was read, for the person who asked; reads again where newer changes came meanwhile. */
  async function take<R extends FeedState>(
    read: () => Promise<R>,
    apply: (state: ChatState, reply: R) => ChatState,
  ): Promise<void> {
    const before = store.getSnapshot();
    const reply = await read();
    const { currentUser, notifications } = store.getSnapshot();
    const { rev = 0 } = notifications;
    if (currentUser?.id !== before.currentUser?.id) return;
    // A number that stayed where it was may be beyond that of the answer: the log began anew.
    if (rev !== before.notifications.rev && reply.rev < rev) await take(read, apply);
    else store.update((state) => apply(state, reply));
  }

  const readCount = oneAtATime(() =>
    take(() => call("getUnreadNotifications", {}, anywhere), withUnreadNotifications),
  );
  const readFeed = oneAtATime(() =>
    take(
      () => call("listNotifications", { query: { limit: PAGE_SIZE } }, anywhere),
      (state, page) => withUnreadNotifications(state, page, page),
    ),
  );
  const look = (): void => {
    store.update(withAccessNews);
    const read = store.getSnapshot().notifications.feed ? readFeed : readCount;
    read().catch(() => undefined);
  };

  /** The changes are taken one after the other. */
  function accept(rev: number, apply: (state: ChatState) => ChatState): void {
    const place = placeOfRev(store.getSnapshot(), rev);
    if (place === "next") store.update(apply);
    else if (place === "later") look();
  }

  const acceptRead = (read: NotificationsRead): void =>
    accept(read.rev, (state) => withNotificationsRead(state, read));
  const toRead = (state: FeedState) => ({
    id: null,
    before: null,
    readAt: new Date(runtime.now()).toISOString(),
    ...state,
  });

  return {
    look,
    onFrame(frame) {
      if (frame.type === "SERVER_NOTIFICATION")
        accept(frame.rev, (state) => withNotification(state, frame));
      if (frame.type !== "SERVER_PERSONAL_EVENT") return;
      if (frame.event === "notifications_read") acceptRead(frame.data);
      else {
        const { event, data } = frame;
        if (event === "access_changed") store.update((state) => withAccessChange(state, data));
        // What was answered is not in the feed any more.
        look();
      }
    },
    api: {
      load: readFeed,
      async loadMore() {
        const cursor = store.getSnapshot().notifications.feed?.nextCursor;
        if (!cursor) return;
        const query = { limit: PAGE_SIZE, cursor };
        const page = await call("listNotifications", { query }, anywhere);
        store.update((state) =>
          state.notifications.feed?.nextCursor === cursor
            ? withMoreNotifications(state, page)
            : state,
        );
      },
      async markRead(id) {
        const state = await call("markNotificationRead", { params: { id } }, anywhere);
        acceptRead({ ...toRead(state), id });
      },
      async markAllRead() {
        const before = store.getSnapshot().notifications.feed?.results[0]?.updatedAt;
        if (before === undefined) return;
        const state = await call("markAllNotificationsRead", { body: { before } }, anywhere);
        acceptRead({ ...toRead(state), before });
      },
    },
  };
}
