import type { CurrentUser } from "@colbin/protocol";
import { initialChatState, type ChatState } from "../src/chat-state.ts";
import { withMessagePage } from "../src/reducers/messages.ts";
import { withSubscriptions } from "../src/reducers/subscriptions.ts";
import type { FakeRoom } from "./fake-room.ts";

/** What a person has who has just read everything. */
export function snapshotOf(user: CurrentUser, rooms: readonly FakeRoom[]): ChatState {
  const own = rooms.filter((room) => room.members.has(user.id));
  const empty = { ...initialChatState, currentUser: user };
  const listed = withSubscriptions(
    empty,
    own.map((room) => room.toSubscription(user.id)),
  );
  return own.reduce(
    (state, room) => withMessagePage(state, room.slug, room.toPage(10_000)),
    listed,
  );
}
