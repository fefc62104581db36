import type { RoomId } from "@colbin/protocol";
import { ApiError, toApiError } from "./api-error.ts";
import type { Chat, JoinResult } from "./chat-client.ts";
import type { ChatState } from "./chat-state.ts";
import type { Http } from "./http.ts";
import { addressOf, withAddresses } from "./reducers/addresses.ts";
import { withSubscriptions } from "./reducers/subscriptions.ts";
import { withActiveRoom, withRoomCards } from "./reducers/view.ts";
import type { WritableStore } from "./store.ts";
import type { Link, Sync } from "./sync.ts";

export interface RoomsOptions {
  readonly store: WritableStore<ChatState>;
  readonly call: Http["call"];
  readonly link: Link;
  readonly sync: Sync;
  /** The room on the screen is another one. */
  readonly onLeave: (roomId: RoomId) => void;
}

/** A subscription over the channel is answered within this time, else asked for by REST. */
const SUBSCRIBE_TIMEOUT_MS = 5_000;

/** The acts of screens on rooms. */
export function createRooms(options: RoomsOptions): Omit<Chat["rooms"], "know"> {
  const { store, call, sync } = options;

  function show(roomId: RoomId | null): void {
    const before = store.getSnapshot().activeRoomId;
    if (before !== null && before !== roomId) options.onLeave(before);
    store.update((state) => withActiveRoom(state, roomId));
    sync.onLeft();
  }

  return {
    load: () => sync.loadSubscriptions(),
    async list(query = {}) {
      const page = await call("listRooms", { query });
      store.update((state) => withRoomCards(state, page.results));
      return page;
    },
    async card(slug) {
      const card = await call("getRoom", { params: { slug } });
      const asked = { roomId: card.roomId, sessionRoomSlug: slug };
      store.update((state) => withRoomCards(withAddresses(state, [asked]), [card]));
      return card;
    },
    join: (slug) => join(options, slug),
    async leave(roomId) {
      const slug = addressOf(store.getSnapshot(), roomId);
      await call("leaveRoom", { params: { slug } });
      // The channel tells that the room is gone; without it nobody would.
      if (!options.link.isReady()) await sync.loadSubscriptions();
    },
    async open(roomId) {
      show(roomId);
      if (store.getSnapshot().pages.get(roomId)?.status !== "ready") await sync.loadPage(roomId);
    },
    leaveView: () => show(null),
    reload: (roomId) => sync.loadPage(roomId),
  };
}

async function join(options: RoomsOptions, requested: string): Promise<JoinResult> {
  const body = { sessionRoomSlugs: [requested] };
  const { results } = await options.call("createOrJoinRooms", { body });
  const result = results[0];
  if (!result) throw new Error("A join is answered with its result");
  const { outcome, sessionRoomSlug: slug } = result;
  if (outcome === "refused") {
    const { code = "FORBIDDEN", message = code, status = 403, details = {} } = result;
    throw new ApiError({ code, message, status, details });
  }
  if (slug !== null && outcome !== "requested") await subscribe(options, slug);
  return { slug, outcome };
}

/** Afterwards the subscription is in the state and live events of the room arrive. */
async function subscribe({ call, link, store }: RoomsOptions, slug: string): Promise<void> {
  const sessionRoomSlugs = [slug];
  try {
    const question = { type: "CLIENT_SUBSCRIBE_ROOMS", sessionRoomSlugs } as const;
    await link.request(question, SUBSCRIBE_TIMEOUT_MS);
  } catch (cause) {
    if (!toApiError(cause).retryable) throw cause;
    const { results } = await call("subscribeRooms", { body: { sessionRoomSlugs } });
    store.update((state) => withSubscriptions(state, results, "add"));
  }
}
