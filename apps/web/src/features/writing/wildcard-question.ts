import { createStore } from "@colbin/client";
import { mentionsIn, type RoomId } from "@colbin/protocol";
import { chat } from "#web/lib/api/chat.ts";

/** From so many people on the person is asked before they mention everybody (rules-messages 34). */
const ASKED_FROM = 5;

export interface WildcardQuestion {
  /** Names the place where the text is written. */
  readonly at: string;
  readonly people: number;
  readonly answer: (isMeant: boolean) => void;
}

/** The question that waits for its answer. */
export const wildcardQuestion = createStore<WildcardQuestion | null>(null);

/** Asks before a text mentions everybody in a room of several people; true at once where it does not. */
export function askWildcard(roomId: RoomId, at: string, text: string): Promise<boolean> {
  const { here, all } = mentionsIn(text);
  const people = chat.store.getSnapshot().subscriptions.get(roomId)?.memberCount ?? 0;
  if (!(here || all) || people < ASKED_FROM) return Promise.resolve(true);
  return new Promise((resolve) => {
    wildcardQuestion.update(() => ({
      at,
      people,
      answer(isMeant) {
        wildcardQuestion.update(() => null);
        resolve(isMeant);
      },
    }));
  });
}
