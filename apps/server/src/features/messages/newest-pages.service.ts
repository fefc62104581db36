import type { MessagePage } from "@colbin/protocol";
import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import { noteOpened, type RoomDoors } from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { EncodedReply } from "#server/platform/http/handler.ts";
import { encodeOnce } from "#server/platform/http/replies.ts";
import { listNewestMessages } from "./messages.queries.ts";
import { toPage, type ReaderNeeds, type ReaderView, type ToMessages } from "./messages.view.ts";

/*
 * The newest page of a room, which everybody asks for who opens it. It is kept as bytes, and handed out only when the
 * database says at this moment that the caller may read the room, that its log still ends where the page was made, and
 * that nobody was renamed since. Every durable change of a room takes a seq, so an unchanged head is an unchanged page;
 * nothing has to be told to this memory, and nodes need not tell each other.
 *
 * A page is the same for all who may read the room. What depends on the reader is read for each and put behind the bytes.
 */

/** Bytes of all pages together: about 2,500 rooms of ordinary messages. The page that was asked for longest ago goes first. */
const PAGES_MAX_BYTES = 64 * 1024 * 1024;

interface KeptPage extends EncodedReply<MessagePage> {
  readonly headSeq: number;
  readonly nameChanges: number;
  /** Messages of which a reader may be told more than everybody. */
  readonly needs: ReaderNeeds;
}

export interface NewestPages {
  /** As listRoomMessages without a place: checked for this caller now, read again where it could be out of date. */
  open(actor: Actor, slug: string, limit: number): Promise<MessagePage | EncodedReply<MessagePage>>;
}

type ReadableRoom = Awaited<ReturnType<RoomDoors["requireReadableRoom"]>>;

export interface NewestPagesDeps {
  readonly db: Db;
  readonly pool: Pool;
  /** For small reads by primary key: what each reader is told beside the page. */
  readonly quick: Db;
  readonly doors: RoomDoors;
  readonly toMessages: ToMessages;
  readonly readerView: ReaderView;
}

/** A memory of its own: one per process. */
export function createNewestPages(deps: NewestPagesDeps): NewestPages {
  const { db, pool, quick, doors, toMessages, readerView } = deps;
  const kept = new LRUCache<string, KeptPage>({
    maxSize: PAGES_MAX_BYTES,
    sizeCalculation: ({ encoded }) => encoded.length,
  });
  const reading = new Map<string, Promise<KeptPage>>();

  async function read(key: string, room: ReadableRoom, limit: number): Promise<KeptPage> {
    const slice = await listNewestMessages(pool, room.id, limit + 1);
    const toShown: Parameters<typeof toPage>[0] = (rows) => toMessages(db, rows, () => room.slug);
    const shown = await toPage(toShown, slice, limit, "before");
    const page = {
      ...encodeOnce("listMessages", shown),
      needs: readerView.toNeeds(shown.messages),
      headSeq: slice.headSeq,
      // Counted before the names were read: a change in between makes the page look older than it is, never newer.
      nameChanges: room.nameChanges,
    };
    const newest = kept.peek(key);
    if (!newest || isAsNew(page, newest)) kept.set(key, page);
    return page;
  }

  /** Whoever saw the same state shares a statement: it began after that state was there. */
  async function readTogether(key: string, room: ReadableRoom, limit: number): Promise<KeptPage> {
    const flight = `${key}/${room.lastSeq}/${room.nameChanges}`;
    const running = reading.get(flight);
    const own = running ?? read(key, room, limit).finally(() => reading.delete(flight));
    if (!running) reading.set(flight, own);
    return own;
  }

  return {
    async open(actor, slug, limit) {
      const room = await doors.requireReadableRoom(actor, slug);
      await noteOpened(db, room);
      const key = `${room.id}/${limit}`;
      const known = kept.get(key);
      const state = { headSeq: room.lastSeq, nameChanges: room.nameChanges };
      const page = known && isAsNew(known, state) ? known : await readTogether(key, room, limit);
      // Something came in between: whoever was taken out by it gets nothing of what followed.
      if (page.headSeq !== room.lastSeq) await doors.requireReadableRoom(actor, slug);
      const personal = await readerView.load(quick, actor.userId, page.needs);
      if (!personal) return page;
      const own = JSON.stringify({ personal });
      return {
        encoded: Buffer.concat([page.encoded.subarray(0, -1), Buffer.from(`,${own.slice(1)}`)]),
      };
    },
  };
}

function isAsNew(
  page: Pick<KeptPage, "headSeq" | "nameChanges">,
  state: Pick<KeptPage, "headSeq" | "nameChanges">,
): boolean {
  return page.headSeq >= state.headSeq && page.nameChanges >= state.nameChanges;
}
