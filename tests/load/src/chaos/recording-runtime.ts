import { programRuntime, type Fetch, type Runtime } from "@colbin/client";
import type { Message, MessagePage, ServerFrame, Subscription } from "@colbin/protocol";
import type { Connection } from "./history.ts";
import type { Recorder } from "./recorder.ts";

export interface RecordingOptions {
  readonly recorder: Recorder;
  readonly observer: string;
  readonly user: () => string;
  /** How many times faster the client's waits pass: it comes back sooner, and more happens in a run. */
  readonly haste: number;
}

/** The real runtime of programs, with somebody who writes down what passes through it. */
export function recordingRuntime(options: RecordingOptions): Runtime {
  const base = programRuntime();
  const { haste } = options;
  return {
    ...base,
    startTimer: (task, delayMs) => base.startTimer(task, delayMs / haste),
    fetch: recordingFetch(base.fetch, options),
    openSocket(url, accessToken, handlers) {
      let connection: Connection | undefined;
      const socket = base.openSocket(url, accessToken, {
        ...handlers,
        onText(text) {
          if (connection) options.recorder.tell(connection, JSON.parse(text) as ServerFrame);
          handlers.onText(text);
        },
        onClose(code) {
          if (connection) connection.isLast = false;
          handlers.onClose(code);
        },
      });
      return {
        send(text) {
          connection ??= open(text, options);
          socket.send(text);
        },
        close(code, reason) {
          if (connection) connection.isLast = false;
          socket.close(code, reason);
        },
      };
    },
  };
}

/** The first frame authenticates and says after what to replay. */
function open(text: string, { recorder, observer, user }: RecordingOptions): Connection {
  const { resume } = JSON.parse(text) as { resume?: { rooms: Record<string, number> } };
  const connection = recorder.open(observer, user(), resume?.rooms ?? {});
  connection.isLast = true;
  return connection;
}

const page = /\/session-room\/([^/?]+)\/messages$/;

function recordingFetch(fetch: Fetch, options: RecordingOptions): Fetch {
  const { recorder, observer, user } = options;
  return async (url, init) => {
    const invokedAt = recorder.now();
    const reply = await fetch(url, init);
    const text = await reply.text();
    if (reply.ok) note(init, new URL(url), text, invokedAt);
    const { ok, status, statusText, headers } = reply;
    return { ok, status, statusText, headers, text: async () => text };
  };

  function note(init: Parameters<Fetch>[1], url: URL, text: string, invokedAt: number): void {
    const endedAt = recorder.now();
    const [, slug] = page.exec(url.pathname) ?? [];
    if (slug !== undefined && init.method === "POST")
      noteAnswer(typeof init.body === "string" ? init.body : "{}", text);
    else if (slug !== undefined && !url.searchParams.has("before")) {
      const { headSeq, messages, hasMore } = JSON.parse(text) as MessagePage;
      const entries = messages.map(({ seq, id }) => ({ seq, id }));
      const by = { client: observer, user: user(), room: decodeURIComponent(slug) };
      recorder.reads.push({ ...by, invokedAt, endedAt, headSeq, entries, hasMore });
    } else if (/\/(subscriptions|subscribe)$/.test(url.pathname)) {
      const { results } = JSON.parse(text) as { results: Subscription[] };
      for (const { sessionRoomSlug: room, headSeq } of results)
        recorder.snapshots.push({ client: observer, room, headSeq, endedAt });
    }
  }

  function noteAnswer(body: string, text: string): void {
    const { clientMessageId } = JSON.parse(body) as { clientMessageId: string };
    const { message } = JSON.parse(text) as { message: Message };
    const send = recorder.find(user(), clientMessageId);
    if (send) recorder.acknowledge(send, message);
  }
}
