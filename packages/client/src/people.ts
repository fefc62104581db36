import {
  ACTIVITY_INTERVAL_MS,
  WATCHED_PEOPLE_MAX,
  type FrameOf,
  type PersonState,
  type ServerFrame,
} from "@colbin/protocol";
import type { Chat } from "./chat-client.ts";
import type { ChatState } from "./chat-state.ts";
import type { Connection } from "./connection.ts";
import type { Runtime, Timer } from "./runtime.ts";
import type { WritableStore } from "./store.ts";

interface PeopleOptions {
  readonly store: WritableStore<ChatState>;
  readonly connection: Pick<Connection, "send" | "request">;
  readonly runtime: Runtime;
}

interface People {
  readonly api: Chat["people"];
  readonly onFrame: (frame: ServerFrame) => void;
  /** There is a new connection, which knows nobody. */
  readonly onReady: () => void;
}

/** People who come onto the screen within this time are asked for together. */
const GATHER_MS = 200;
const ANSWER_MS = 10_000;
/** After a failure. */
const AGAIN_MS = 30_000;

/** Tells the server who is on the screen, and that somebody sits before it; keeps what it answers (rules-rooms 52, 54). */
export function createPeople({ store, connection, runtime }: PeopleOptions): People {
  /** By how many parts of the screen. */
  const wanted = new Map<string, number>();
  let asked = "";
  let timer: Timer | undefined;
  let touchedAt = Number.NEGATIVE_INFINITY;
  let toldAt = Number.NEGATIVE_INFINITY;

  function askLater(delayMs = GATHER_MS): void {
    timer?.cancel();
    timer = runtime.startTimer(ask, delayMs);
  }

  function ask(): void {
    // The latest are on the screen; who came before may have been scrolled away.
    const userIds = [...wanted.keys()].slice(-WATCHED_PEOPLE_MAX) as PersonState["userId"][];
    const key = userIds.toSorted().join();
    if (key === asked) return;
    asked = key;
    connection.request({ type: "CLIENT_WATCH_PEOPLE", userIds }, ANSWER_MS).catch(() => {
      asked = "";
      askLater(AGAIN_MS);
    });
  }

  function tellActivity(): void {
    const now = runtime.now();
    const isDue = now - toldAt >= ACTIVITY_INTERVAL_MS && now - touchedAt < ACTIVITY_INTERVAL_MS;
    if (isDue && connection.send({ type: "CLIENT_ACTIVITY" })) toldAt = now;
  }

  return {
    onFrame(frame) {
      if (frame.type === "SERVER_PEOPLE_UPDATE")
        store.update((state) => ({ ...state, people: withPeople(state.people, frame) }));
    },
    onReady() {
      asked = "";
      if (wanted.size > 0) askLater();
      tellActivity();
    },
    api: {
      watch(ids) {
        for (const id of ids) wanted.set(id, (wanted.get(id) ?? 0) + 1);
        askLater();
        return () => {
          for (const id of ids) {
            const count = (wanted.get(id) ?? 0) - 1;
            if (count > 0) wanted.set(id, count);
            else wanted.delete(id);
          }
          askLater();
        };
      },
      noteActive() {
        touchedAt = runtime.now();
        tellActivity();
      },
    },
  };
}

function withPeople(
  known: ChatState["people"],
  { isComplete, people }: FrameOf<"SERVER_PEOPLE_UPDATE">,
): ChatState["people"] {
  return new Map([
    ...(isComplete ? [] : known),
    ...people.map((each) => [each.userId, each] as const),
  ]);
}
