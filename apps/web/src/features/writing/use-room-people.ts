import { addressOf } from "@colbin/client";
import { LIST_PAGE_MAX, type RoomId, type UserId } from "@colbin/protocol";
import { scoreOf } from "#web/features/palette/match.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { SEARCH_PAUSE_MS, useSettled } from "#web/lib/react/use-settled.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { SUGGESTIONS_MAX } from "./constants.ts";

/** The people of a room change seldom, and a pause asks for the name all the same. */
const FRESH_MS = 60_000;

export interface RoomPerson {
  readonly id: UserId;
  readonly fullName: string;
  readonly username: string;
  readonly avatar_url?: string | null;
}

/**
 * The others who fit a name, best first: those in the room, and people of the workspace. A page of the people of the room is read once
 * for a while; the server is asked about a name once the person pauses.
 */
export function useRoomPeople(roomId: RoomId, name: string, isOff = false) {
  const ownId = useStore(account.session, ({ user }) => user?.id);
  const room = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomId));
  const params = { slug: useStore(chat.store, (state) => addressOf(state, roomId)) };
  const list = { params, query: { page: 1, limit: LIST_PAGE_MAX } };
  const { data } = useCall("listParticipants", list, { freshMs: FRESH_MS, isOff });
  const search = useSettled(name, SEARCH_PAUSE_MS);
  // All people of a conversation are in that page, and nobody comes into it by being mentioned.
  const isNameOff = isOff || search === "" || room?.roomType !== "channel";
  const asked = { params, query: { search } };
  const { data: found } = useCall("suggestPeople", asked, { isPaged: true, isOff: isNameOff });
  const others = isNameOff || name === "" ? [] : (found?.results ?? []);
  const inside = new Map<string, RoomPerson>();
  for (const { participantId: id, ...person } of data?.results ?? [])
    inside.set(id, { ...person, id });
  for (const person of others) if (person.isInRoom) inside.set(person.id, person);
  const outside = others.filter(({ id }) => !inside.has(id));
  const bestOf = (people: readonly RoomPerson[]) =>
    bestPeople(
      name,
      people.filter(({ id }) => id !== ownId),
    );
  return { inside: bestOf([...inside.values()]), outside: bestOf(outside) };
}

/** As many as are suggested. */
export function bestPeople<P extends Pick<RoomPerson, "fullName" | "username">>(
  name: string,
  people: readonly P[],
): readonly P[] {
  return people
    .map((person) => ({
      person,
      score: scoreOf(name, { title: person.fullName, keywords: [person.username] }),
    }))
    .filter(({ score }) => name === "" || score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ person }) => person);
}
