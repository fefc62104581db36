import {
  createClient,
  memoryOutboxStore,
  visibleMessages,
  type ChatClient,
  type OutboxEntry,
  type OutboxStore,
  isSend,
  roomKeyOf,
} from "@colbin/client";
import type { Screen } from "./history.ts";
import { insist } from "./insist.ts";
import type { Random } from "./random.ts";
import type { Recorder } from "./recorder.ts";
import { recordingRuntime } from "./recording-runtime.ts";
import { signIn } from "../people.ts";

/** A person with the real client: writes, reads and marks, and keeps every room open. */
export interface Talker {
  readonly name: string;
  readonly user: string;
  readonly client: ChatClient;
  /** Writes one message; false where the person is not in the room any more. */
  write(room: string): Promise<boolean>;
  /** Unsent messages of a room. */
  countPending(room: string): number;
  /** Everything written is sent or refused, and every mark is stored. */
  isQuiet(): boolean;
  /** What the client shows of its rooms. */
  screens(): Screen[];
  read(room: string): Promise<void>;
  markRead(room: string, random: Random): Promise<void>;
}

/** Signs in, joins the rooms and opens them, so that the client keeps their whole logs. */
export async function createTalker(
  options: { readonly baseUrl: string; readonly recorder: Recorder; readonly haste: number },
  name: string,
  rooms: readonly string[],
): Promise<Talker> {
  const { recorder, baseUrl, haste } = options;
  let user = "";
  const runtime = recordingRuntime({ recorder, observer: name, user: () => user, haste });
  const outboxStore = recordingOutbox(recorder, name);
  const client = createClient({ baseUrl, runtime, outboxStore });
  user = await signIn(client, name);
  client.connection.connect();
  for (const room of rooms) await insist(() => client.rooms.join(room));
  for (const room of rooms)
    await insist(() => client.rooms.open(roomKeyOf(client.store.getSnapshot(), room)));
  return toTalker({ recorder, client, name, user });
}

function toTalker({
  recorder,
  client,
  name,
  user,
}: {
  readonly recorder: Recorder;
  readonly client: ChatClient;
  readonly name: string;
  readonly user: string;
}): Talker {
  const numbers = new Map<string, number>();
  const state = () => client.store.getSnapshot();
  const idOf = (room: string) => roomKeyOf(state(), room);
  return {
    name,
    user,
    client,
    async write(room) {
      const number = (numbers.get(room) ?? 0) + 1;
      numbers.set(room, number);
      try {
        await client.messages.send(idOf(room), `${name} ${number} in ${room}`);
        return true;
      } catch {
        return false;
      }
    },
    countPending: (room) =>
      (state().pending.get(idOf(room)) ?? []).filter(({ failure }) => !failure).length,
    isQuiet() {
      const pending = [...state().pending.values()].flat();
      return pending.every(({ failure }) => failure !== null) && state().localReads.size === 0;
    },
    screens() {
      return [...state().subscriptions.values()].map(({ sessionRoomSlug: room, unreadCount }) => {
        const shown = visibleMessages(state(), idOf(room)).filter(
          ({ failure }) => failure === null,
        );
        const entries = shown.map(({ seq, id }) => ({ seq, id }));
        return { client: name, user, room, entries, unreadCount };
      });
    },
    async read(room) {
      // Recorded by the runtime; a failure says nothing.
      await client
        .call("listMessages", { params: { slug: room }, query: {} })
        .catch(() => undefined);
    },
    async markRead(room, random) {
      const messages = state().messages.get(idOf(room)) ?? [];
      const message = messages[random.whole(0, messages.length - 1)];
      if (!message || message.msgNo === null) return;
      const mark = {
        user,
        room,
        msgNo: message.msgNo,
        outcome: "unknown" as "ok" | "fail" | "unknown",
      };
      recorder.marks.push(mark);
      try {
        await client.messages.markRead(idOf(room), message.id);
        // Stored, or kept by the client until it is: in the end there is no difference.
        mark.outcome = "ok";
      } catch {
        mark.outcome = "fail";
      }
    },
  };
}

/** The outbox knows every intent first, and every final refusal. */
function recordingOutbox(recorder: Recorder, client: string): OutboxStore {
  const store = memoryOutboxStore();
  return {
    ...store,
    put(entry) {
      note(recorder, client, entry);
      return store.put(entry);
    },
  };
}

function note(recorder: Recorder, client: string, entry: OutboxEntry): void {
  if (!isSend(entry)) return;
  const { userId: author, sessionRoomSlug: room, clientMessageId, content, failure } = entry;
  const known = recorder.find(author, clientMessageId);
  if (known && failure) recorder.end(known, "fail");
  const number = Number(content.split(" ")[1]);
  if (!known) recorder.invoke({ client, author, room, clientMessageId, content, number });
}
