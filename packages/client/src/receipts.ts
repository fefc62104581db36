import type { FrameOf, MessageId, ServerFrame } from "@colbin/protocol";
import type { Chat } from "./chat-client.ts";
import type { ChatState } from "./chat-state.ts";
import type { Connection } from "./connection.ts";
import type { Runtime, Timer } from "./runtime.ts";
import type { WritableStore } from "./store.ts";

interface ReceiptsOptions {
  readonly store: WritableStore<ChatState>;
  readonly connection: Pick<Connection, "request">;
  readonly runtime: Runtime;
}

interface Receipts {
  readonly api: Chat["receipts"];
  readonly onFrame: (frame: ServerFrame) => void;
  /** There is a new connection, which watches nothing. */
  readonly onReady: () => void;
}

/** The mark goes from message to message while a person writes: it is asked for where it stays. */
const GATHER_MS = 200;
/** The next own message, which has no receipts before it is sent, keeps what the server knows of the room. */
const STOP_MS = 2_000;
const ANSWER_MS = 10_000;
/** After a failure, and in rooms of so many people that nothing is pushed. */
const AGAIN_MS = 60_000;
/** Messages of which the last receipts are known: those of rooms that one comes back to. */
const KNOWN_MAX = 50;

/** Tells the server under which own message the mark stands, and keeps what it answers (rules-messages 52, 54). */
export function createReceipts({ store, connection, runtime }: ReceiptsOptions): Receipts {
  let wanted: { readonly sessionRoomSlug: string; readonly messageId: MessageId } | null = null;
  let asked: MessageId | undefined;
  let timer: Timer | undefined;

  function askLater(delayMs: number): void {
    timer?.cancel();
    timer = runtime.startTimer(ask, delayMs);
  }

  function askAgain(): void {
    asked = undefined;
    if (wanted) askLater(AGAIN_MS);
  }

  function ask(): void {
    if (wanted?.messageId === asked) return;
    asked = wanted?.messageId;
    connection
      .request({ type: "CLIENT_WATCH_RECEIPTS", message: wanted }, ANSWER_MS)
      .catch(askAgain);
  }

  return {
    onFrame(frame) {
      if (frame.type !== "SERVER_RECEIPTS_UPDATE" || !frame.message) return;
      const { message } = frame;
      store.update((state) => ({ ...state, receipts: withReceipts(state.receipts, message) }));
      if (!message.isPushed && message.messageId === asked) askAgain();
    },
    onReady() {
      asked = undefined;
      if (wanted) askLater(GATHER_MS);
    },
    api: {
      watch(sessionRoomSlug, messageId) {
        const mine = { sessionRoomSlug, messageId };
        wanted = mine;
        askLater(GATHER_MS);
        return () => {
          if (wanted !== mine) return;
          wanted = null;
          askLater(STOP_MS);
        };
      },
    },
  };
}

function withReceipts(
  known: ChatState["receipts"],
  message: NonNullable<FrameOf<"SERVER_RECEIPTS_UPDATE">["message"]>,
): ChatState["receipts"] {
  const others = [...known].filter(([id]) => id !== message.messageId);
  return new Map([...others.slice(1 - KNOWN_MAX), [message.messageId, message]]);
}
