import type { AccessRequest, Participant } from "@colbin/protocol";
import type { ListHost } from "./list-host.ts";
import { createSyncedList, type ListPage, type SyncedList } from "./synced-list.ts";

interface AccessLists {
  /** Open requests, the newest first. */
  readonly requests: SyncedList<AccessRequest>;
  /** People who are invited and have not answered. */
  readonly invitations: SyncedList<Participant>;
}

interface NumberedPage<T> {
  readonly results: readonly T[];
  readonly page: number;
  readonly totalPages: number;
  readonly totalResults: number;
}

async function byNumber<T>(reading: Promise<NumberedPage<T>>): Promise<ListPage<T>> {
  const { results, page, totalPages, totalResults: total } = await reading;
  return { results, total, nextCursor: page < totalPages ? String(page + 1) : null };
}

/** The requests and invitations of rooms, for the people who decide there; keys are addresses of rooms. */
export function createAccessLists(host: ListHost): AccessLists {
  const { call, onNews } = host;
  const toQuery = (cursor = "1") => ({ page: Number(cursor) });
  const requests = createSyncedList<AccessRequest>(host, {
    name: "requests",
    read: (slug, cursor) =>
      byNumber(call("listAccessRequests", { params: { slug }, query: toQuery(cursor) })),
    id: ({ id }) => id,
    belongs: (slug, { sessionRoomSlug, status }) =>
      sessionRoomSlug === slug && status === "PENDING",
    compare: (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  });
  const invitations = createSyncedList<Participant>(host, {
    name: "invitations",
    read(slug, cursor) {
      const params = { slug, status: "INVITED" };
      return byNumber(call("listParticipantsByStatus", { params, query: toQuery(cursor) }));
    },
    id: ({ participantId }) => participantId,
  });
  onNews((news) => {
    if (news.part !== "access") return;
    const slug = news.change?.sessionRoomSlug;
    if (news.change?.request) requests.put(news.change.request);
    else requests.look(slug);
    invitations.look(slug);
  });
  return { requests, invitations };
}
