import type { AccessChanged, AccessRequest, Participant } from "@colbin/protocol";
import type { Chat } from "./chat-client.ts";
import type { ChatState } from "./chat-state.ts";
import type { Http } from "./http.ts";
import { withAccessChange } from "./reducers/access.ts";
import type { WritableStore } from "./store.ts";
import { createSyncedList, type ListPage } from "./synced-list.ts";

interface AccessOptions {
  readonly store: WritableStore<ChatState>;
  readonly call: Http["call"];
  readonly owner: () => string;
}

interface Access {
  readonly api: Chat["access"];
  readonly onChange: (change: AccessChanged) => void;
  /** A change may have been missed. */
  readonly look: () => void;
}

interface NumberedPage<T> {
  readonly results: readonly T[];
  readonly page: number;
  readonly totalPages: number;
  readonly totalResults: number;
}

async function byNumber<T>(
  cursor: string | undefined,
  read: (page: number) => Promise<NumberedPage<T>>,
): Promise<ListPage<T>> {
  const { results, page, totalPages, totalResults: total } = await read(Number(cursor ?? 1));
  return { results, total, nextCursor: page < totalPages ? String(page + 1) : null };
}

/** Rooms' open requests and invitations, for the people who decide; keys are addresses of rooms. */
export function createAccess({ store, call, owner }: AccessOptions): Access {
  const requests = createSyncedList<AccessRequest>({
    store,
    owner,
    name: "requests",
    read: (slug, cursor) =>
      byNumber(cursor, (page) => call("listAccessRequests", { params: { slug }, query: { page } })),
    id: ({ id }) => id,
    belongs: (slug, { sessionRoomSlug, status }) =>
      sessionRoomSlug === slug && status === "PENDING",
    compare: (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  });
  const invitations = createSyncedList<Participant>({
    store,
    owner,
    name: "invitations",
    read: (slug, cursor) =>
      byNumber(cursor, (page) =>
        call("listParticipantsByStatus", { params: { slug, status: "INVITED" }, query: { page } }),
      ),
    id: ({ participantId }) => participantId,
  });
  return {
    api: { requests, invitations },
    look() {
      requests.look();
      invitations.look();
    },
    onChange(change) {
      const { sessionRoomSlug: slug, request } = change;
      store.update((state) => withAccessChange(state, change));
      if (request) requests.put(request);
      else requests.look(slug);
      invitations.look(slug);
    },
  };
}
