import type { MessagePage, UserId } from "@colbin/protocol";
import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import type { RoomDoors } from "#server/features/rooms/rooms.access.ts";
import type { NamedGroup, Names } from "#server/features/users/users.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import type { EncodedReply } from "#server/platform/http/handler.ts";
import { encodeOnce } from "#server/platform/http/replies.ts";
import { listNewestMessages, type MessageSlice } from "./messages.queries.ts";
import { toPage } from "./messages.view.ts";

/*
 * The newest page of a room, which everybody asks for who opens it. It is kept as bytes, and handed out only when the
 * database says at this moment that the caller may read the room, that its log still ends where the page was made, and
 * that its authors are still called the same. Every durable change of a room takes a seq, so an unchanged head is an
 * unchanged page; nothing has to be told to this memory, and nodes need not tell each other.
 *
 * A page is the same for all who may read the room. What depends on the reader does not belong into it.
 */

/** Bytes of all pages together: about 2,500 rooms of ordinary messages. The page that was asked for longest ago goes first. */
const PAGES_MAX_BYTES = 64 * 1024 * 1024;

type EncodedPage = EncodedReply<MessagePage>;

interface KeptPage extends EncodedPage {
  readonly headSeq: number;
  /** Of all authors, as an array literal for the database, and how they are called on this page. */
  readonly authors: string;
  readonly mark: string;
}

export interface NewestPages {
  /** As listRoomMessages without a place: checked for this caller now, read again where it could be out of date. */
  open(actor: Actor, slug: string, limit: number): Promise<MessagePage | EncodedPage>;
}

export function createNewestPages(deps: {
  readonly pool: Pool;
  readonly doors: RoomDoors;
  readonly names: Names;
}): NewestPages {
  const { pool, doors, names } = deps;
  const kept = new LRUCache<string, KeptPage>({
    maxSize: PAGES_MAX_BYTES,
    sizeCalculation: ({ encoded, authors }) => encoded.length + authors.length,
  });
  const reading = new Map<string, Promise<KeptPage>>();

  async function read(key: string, room: RoomToRead, limit: number): Promise<KeptPage> {
    const { headSeq, rows } = await listNewestMessages(pool, room.id, limit + 1);
    const authors = await names.read([...new Set(rows.map(({ authorId }) => authorId))]);
    const named = rows.map((row) => ({ ...row, ...nameOf(authors, row.authorId) }));
    const page = toKeptPage({ headSeq, rows: named }, authors, { slug: room.slug, limit });
    const newest = kept.peek(key);
    if (!newest || newest.headSeq <= page.headSeq) kept.set(key, page);
    return page;
  }

  /** Callers who saw the same head share one statement, but nobody gets names from before their own question. */
  async function readTogether(key: string, room: RoomToRead, limit: number): Promise<KeptPage> {
    const flight = `${key}/${room.lastSeq}`;
    const running = reading.get(flight);
    if (running) {
      const page = await running;
      return (await names.markOf(page.authors)) === page.mark ? page : read(key, room, limit);
    }
    const own = read(key, room, limit).finally(() => reading.delete(flight));
    reading.set(flight, own);
    return own;
  }

  return {
    async open(actor, slug, limit) {
      const key = `${actor.workspaceId}/${slug}/${limit}`;
      const page = kept.get(key);
      const [room, mark] = await Promise.all([
        doors.requireReadableRoom(actor, slug),
        page && names.markOf(page.authors),
      ]);
      if (page && page.headSeq === room.lastSeq && page.mark === mark) return page;
      return readTogether(key, room, limit);
    },
  };
}

type RoomToRead = Awaited<ReturnType<RoomDoors["requireReadableRoom"]>>;

function nameOf({ people }: NamedGroup, id: UserId) {
  const person = people.get(id);
  if (!person) throw new Error("The author of a message has a row");
  return { authorName: person.fullName, authorAvatar: person.avatarUrl };
}

function toKeptPage(
  slice: MessageSlice,
  authors: NamedGroup,
  { slug, limit }: { readonly slug: string; readonly limit: number },
): KeptPage {
  return {
    ...encodeOnce("listMessages", toPage(slice, { slug }, limit, "before")),
    headSeq: slice.headSeq,
    authors: authors.group,
    mark: authors.mark,
  };
}
