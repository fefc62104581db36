import type { MessageId, RoomId, SavedMark } from "@colbin/protocol";
import type { ChatState, KnownMessage } from "./chat-state.ts";
import type { ListHost } from "./list-host.ts";
import { addressOf } from "./reducers/addresses.ts";
import { loadedIn, withLoaded } from "./reducers/messages.ts";

interface SavedMarks {
  readonly of: (roomId: RoomId, messageId: MessageId) => SavedMark | null;
  readonly set: (roomId: RoomId, messageId: MessageId, saved: SavedMark | null) => void;
  /** A change may have been missed: reads those of each room again when it is on the screen. */
  readonly look: () => void;
}

/** The marks of a room are read by so many. */
const MARKS_SIZE = 100;

/**
 * The marks at the messages that are loaded. They come with the pages and with the news of the person; those of a page that was there
 * before are read again.
 */
export function createSavedMarks({ store, call, owner }: Omit<ListHost, "onNews">): SavedMarks {
  /** Rooms whose loaded messages may have marks of before. */
  let stale = new Set<RoomId>();
  /** Counts changes: an answer that was asked for before one may be older. */
  let changes = 0;

  async function read(roomId: RoomId): Promise<void> {
    const [asked, before] = [owner(), changes];
    const params = { slug: addressOf(store.getSnapshot(), roomId) };
    const marks = new Map<MessageId, SavedMark>();
    for (let skip = 0, hasMore = true; hasMore; skip += MARKS_SIZE) {
      const page = await call("listSavedOfRoom", { params, query: { limit: MARKS_SIZE, skip } });
      for (const { messageId, status, remindAt } of page.results)
        marks.set(messageId, { status, remindAt });
      ({ hasMore } = page);
    }
    if (owner() !== asked) return;
    if (changes !== before) await read(roomId);
    else store.update((state) => withMarks(state, roomId, marks));
  }
  function refresh(): void {
    const { activeRoomId: roomId, pages, subscriptions, currentUser } = store.getSnapshot();
    // Link guests keep nothing (rules-identity 24).
    const isShown = roomId !== null && subscriptions.has(roomId) && currentUser?.role !== "GUEST";
    if (!isShown || pages.get(roomId)?.status !== "ready") return;
    // A reading that fails is made up for when all is read again.
    if (stale.delete(roomId)) read(roomId).catch(() => undefined);
  }
  function look(): void {
    stale = new Set(store.getSnapshot().pages.keys());
    refresh();
  }
  look();
  store.subscribe(refresh);

  return {
    look,
    of(roomId, messageId) {
      const known = loadedIn(store.getSnapshot(), roomId).find(({ id }) => id === messageId);
      return known?.personal?.saved ?? null;
    },
    set(roomId, messageId, saved) {
      changes += 1;
      store.update((state) =>
        withLoaded(state, roomId, messageId, (known) => marked(known, saved)),
      );
    },
  };
}

function marked(message: KnownMessage, saved: SavedMark | null): KnownMessage {
  const { saved: _, ...others } = message.personal ?? {};
  return { ...message, personal: { ...others, ...(saved && { saved }) } };
}

/** The marks of all loaded messages of a room are these. */
function withMarks(
  state: ChatState,
  roomId: RoomId,
  marks: ReadonlyMap<MessageId, SavedMark>,
): ChatState {
  const changed = loadedIn(state, roomId).filter(({ id, personal }) => {
    const [was, is] = [personal?.saved, marks.get(id)];
    return was?.status !== is?.status || was?.remindAt !== is?.remindAt;
  });
  return changed.reduce(
    (next, { id }) =>
      withLoaded(next, roomId, id, (message) => marked(message, marks.get(id) ?? null)),
    state,
  );
}
