import { RESUME_ROOMS_MAX, type CommandOf } from "@colbin/protocol";
import type { ChatState } from "./chat-state.ts";
import { headOf } from "./state.ts";

export type Resume = NonNullable<CommandOf<"CLIENT_MULTI_ROOM_AUTH">["resume"]>;

/**
 * What to resume after: opened rooms first, then the most recently active ones, as many as one resume may name. Of a list that was kept
 * from an earlier page the other rooms come with the new list, however much was said in them since.
 */
export function resumeHeads(state: ChatState): ReadonlyMap<string, number> {
  const listed = state.hasSubscriptions ? [...state.subscriptions.values()] : [];
  const recent = listed.toSorted((one, other) =>
    one.lastActivityAt < other.lastActivityAt ? 1 : -1,
  );
  const slugs = new Set([...state.pages.keys(), ...recent.map((each) => each.sessionRoomSlug)]);
  const heads = [...slugs].flatMap((slug): [string, number][] => {
    const head = headOf(state, slug);
    return head === undefined ? [] : [[slug, head]];
  });
  return new Map(heads.slice(0, RESUME_ROOMS_MAX));
}

/** Has one view of the room come further than the other? Then events are missing that the list or the page contains. */
export function isUneven(state: ChatState, slug: string): boolean {
  const subscribed = state.subscriptions.get(slug)?.headSeq;
  const page = state.pages.get(slug);
  return subscribed !== undefined && page?.status === "ready" && page.headSeq !== subscribed;
}
