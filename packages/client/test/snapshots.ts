import type { CurrentUser } from "@colbin/protocol";
import { initialChatState, type ChatState } from "../src/chat-state.ts";
import { withMessagePage } from "../src/reducers/messages.ts";
import { withSubscriptions } from "../src/reducers/subscriptions.ts";
import type { FakeRoom } from "./fake-room.ts";

/** The list of these rooms is read; the person is in all of them. */
export function withListOf(state: ChatState, rooms: readonly FakeRoom[]): ChatState {
  const user = state.currentUser;
  if (!user) throw new Error("Somebody is signed in");
  return withSubscriptions(
    state,
    rooms.map((room) => room.toSubscription(user.id)),
  );
}

/** All messages of these rooms are read. */
export function withPagesOf(state: ChatState, rooms: readonly FakeRoom[]): ChatState {
  return rooms.reduce(
    (next, room) => withMessagePage(next, room.roomId, room.toPage(10_000)),
    state,
  );
}

/** What a person has who has just read everything. */
export function snapshotOf(user: CurrentUser, rooms: readonly FakeRoom[]): ChatState {
  const own = rooms.filter((room) => room.members.has(user.id));
  return withPagesOf(withListOf({ ...initialChatState, currentUser: user }, own), own);
}
