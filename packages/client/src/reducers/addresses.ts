import type { ChatState } from "../chat-state.ts";

interface Addressed {
  readonly sessionRoomSlug: string;
}

/** A room has another address: all that is known of it stands there from now on. */
export function withAddress(state: ChatState, from: string, to: string): ChatState {
  const moved = <V>(map: ReadonlyMap<string, V>, change = (value: V) => value) => {
    const value = map.get(from);
    if (value === undefined) return map;
    const copy = new Map(map).set(to, change(value));
    copy.delete(from);
    return copy;
  };
  const at = <A extends Addressed>(each: A): A => ({ ...each, sessionRoomSlug: to });
  const renamed = (slug: string) => (slug === from ? to : slug);
  const { activeRoomSlug } = state;
  return {
    ...state,
    rooms: moved(state.rooms, at),
    subscriptions: moved(state.subscriptions, at),
    order: state.order.map(renamed),
    messages: moved(state.messages, (list) => list.map(at)),
    pages: moved(state.pages),
    windows: moved(state.windows, (each) => ({ ...each, messages: each.messages.map(at) })),
    pending: moved(state.pending, (list) => list.map(at)),
    localReads: moved(state.localReads),
    typingUsers: moved(state.typingUsers),
    activeRoomSlug: activeRoomSlug === null ? null : renamed(activeRoomSlug),
  };
}
