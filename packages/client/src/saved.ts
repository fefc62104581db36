import type { MessageId, RoomId, SavedMessage, SavedStatus } from "@colbin/protocol";
import type { ListHost } from "./list-host.ts";
import { addressOf } from "./reducers/addresses.ts";
import { toTombstone } from "./reducers/edits.ts";
import { createSavedMarks } from "./saved-marks.ts";
import { createSyncedList, type SyncedList } from "./synced-list.ts";

/** A new note, done or open, and when to be reminded. */
type SavedChange = Partial<{
  readonly note: string;
  readonly status: SavedStatus;
  readonly remindAt: string | null;
}>;

interface Saved {
  /** Messages that the person keeps in the workspace, by `open` and `done`; how many are open is the total of the first. */
  readonly list: SyncedList<SavedMessage>;
  /** Keeps a message, or takes it out again; shown at once, and taken back where it is refused. */
  readonly set: (roomId: RoomId, messageId: MessageId, isSaved: boolean) => Promise<void>;
  readonly change: (messageId: MessageId, change: SavedChange) => Promise<void>;
}

const PAGE_SIZE = 50;

/** The person's messages for later: lists of them, and the marks at those that are loaded. */
export function createSaved(host: ListHost): Saved {
  const { store, call, onNews } = host;
  const marks = createSavedMarks(host);
  const list = createSyncedList<SavedMessage>(host, {
    name: "saved",
    id: ({ messageId }) => messageId,
    async read(status, cursor) {
      const query = { status: status as SavedStatus, limit: PAGE_SIZE, ...(cursor && { cursor }) };
      const { results, nextCursor, openCount } = await call("listSaved", { query });
      return { results, nextCursor, ...(status === "open" && { total: openCount }) };
    },
  });

  onNews((news) => {
    if (news.part !== "saved") return;
    const { change, deleted } = news;
    if (deleted !== undefined) {
      list.change(({ results }) => results.map((each) => withoutText(each, deleted)));
      return;
    }
    if (change?.message)
      marks.set(change.message.roomId, change.message.messageId, change.message.saved);
    else if (!change) marks.look();
    list.look();
  });
  // One after the other: the last of several on one message counts.
  let last: Promise<unknown> = Promise.resolve();

  return {
    list,
    set(roomId, messageId, isSaved) {
      const params = { slug: addressOf(store.getSnapshot(), roomId), id: messageId };
      const before = marks.of(roomId, messageId);
      marks.set(roomId, messageId, isSaved ? { status: "open", remindAt: null } : null);
      const done = last.then(() =>
        isSaved ? call("saveMessage", { params }) : call("removeSaved", { params: { messageId } }),
      );
      last = done.catch(() => marks.set(roomId, messageId, before));
      return done.then(() => undefined);
    },
    async change(messageId, change) {
      const changed = await call("updateSaved", { params: { messageId }, body: change });
      list.change(({ results, key }) =>
        results.flatMap((each) =>
          each.messageId !== messageId ? [each] : changed.status === key ? [changed] : [],
        ),
      );
    },
  };
}

/** A message that is deleted stays in its list without its content, until the person takes it out. */
function withoutText(saved: SavedMessage, deleted: MessageId): SavedMessage {
  const { messageId, message } = saved;
  return messageId === deleted && message ? { ...saved, message: toTombstone(message) } : saved;
}
