import type { FrameOf, ServerFrame } from "@colbin/protocol";
import { ApiError, timedOut } from "./api-error.ts";
import type { Runtime, Timer } from "./runtime.ts";

interface Waiting {
  readonly resolve: (frame: ServerFrame) => void;
  readonly reject: (error: ApiError) => void;
  readonly timer: Timer;
}

/** The refusal of a frame as an error; `retryAfterMs` stands beside the details on the wire. */
function toFrameError(frame: FrameOf<"SERVER_MULTI_ROOM_ERROR">): ApiError {
  const { code, message, status, details, retryAfterMs } = frame;
  const all = retryAfterMs === undefined ? details : { ...details, retryAfterMs };
  return new ApiError({ code, message, status, details: all });
}

/** Frames that wait for the answer with their requestId. */
export class Requests {
  readonly #runtime: Runtime;
  readonly #waiting = new Map<string, Waiting>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** The answer to a request; rejects with the server's refusal, after the time, or when all are rejected. */
  expect(requestId: string, timeoutMs: number): Promise<ServerFrame> {
    return new Promise((resolve, reject) => {
      const timer = this.#runtime.startTimer(() => {
        this.#waiting.delete(requestId);
        reject(timedOut("WebSocket acknowledgment timeout"));
      }, timeoutMs);
      this.#waiting.set(requestId, { resolve, reject, timer });
    });
  }

  /** Hands an answer to who waits for it; other frames change nothing. */
  settle(frame: ServerFrame): void {
    const requestId = "requestId" in frame ? frame.requestId : undefined;
    const waiting = requestId === undefined ? undefined : this.#waiting.get(requestId);
    if (requestId === undefined || !waiting) return;
    this.#waiting.delete(requestId);
    waiting.timer.cancel();
    if (frame.type === "SERVER_MULTI_ROOM_ERROR") waiting.reject(toFrameError(frame));
    else waiting.resolve(frame);
  }

  rejectAll(error: ApiError): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { timer, reject } of all) {
      timer.cancel();
      reject(error);
    }
  }
}
