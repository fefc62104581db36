import { SEARCH_TOTAL_MAX } from "@colbin/protocol";
import type { Db } from "#server/platform/db/database.ts";
import {
  findOldest,
  listHits,
  listHitsWithin,
  listIndexedHits,
  listListedKeys,
  listOpenHits,
  readNamedShare,
  readNear,
  type BlockKey,
  type Hit,
  type SearchPlan,
} from "./search.queries.ts";

/*
 * In which order rows of the search table are read. The newest come first: common words are found there before an index has told all
 * that it knows of them. The index finds what is rare, unless all parts of a word are common: PostgreSQL reads the text of each row that
 * it names, and to read all rows without it takes less then. Behind the first rows others are told apart by time alone, as if they had
 * come as often as those.
 */

/** Rows that are read first; as many messages as match in them are counted. */
const NEAR_ROWS = 512;
/** As many messages in these rows say that a page of them is found sooner in the rows behind than by the index. */
const COMMON_HITS = 12;
/** Where the index would name a larger part of the rows it is not asked. */
const NAMED_SHARE_MAX = 1 / 8;
/** Behind them so many times as far back as before, at least and at most, and so much farther than seems to be enough. */
const WIDER_MIN = 3;
const WIDER_MAX = 8;
const SPARE = 1.25;
/** The first ones may be of one moment. */
const MINUTE = 60_000_000;
/** Rows that are read where no index helps: half a million messages. */
const READ_ROWS_MAX = 16_384;
/** Rows are read at the same time for each of so many parts of their time. */
const PARTS = 2;
/** Rows of a statement that reads those of a list, and messages of a list that is searched. */
const LISTED_STEP = 1_024;
const LISTED_MAX = 5_000;

export interface Hits {
  /** The newest first. */
  readonly hits: readonly Hit[];
  /** Those are all. */
  readonly isWhole: boolean;
}

/** The newest messages that match: at least so many, or all. */
export async function findNewest(db: Db, plan: SearchPlan, count: number): Promise<Hits> {
  if (plan.roomIds.length === 0) return { hits: [], isWhole: true };
  const listed = plan.lists.find(({ isExcluded }) => !isExcluded);
  if (listed) {
    const keys = await listListedKeys(db, plan, listed.list, LISTED_MAX);
    return readKeys(db, plan, keys, count);
  }
  // A row that gets full meanwhile is found once more, and not missed.
  const open = await listOpenHits(db, plan);
  const near = await readNear(db, plan, NEAR_ROWS);
  if (!near) return { hits: open, isWhole: true };
  const { newestAt, fromAt } = near;
  const search: Search = { db, plan, count, limit: Math.max(count, SEARCH_TOTAL_MAX + 1) };
  const read = await readSpan(search, { hits: open, isWhole: true }, fromAt);
  // All of these may be of one moment, and others of the same one were read with them.
  if (near.count < NEAR_ROWS || areEnough(read, count, fromAt))
    return { ...read, isWhole: read.isWhole && near.count < NEAR_ROWS };
  const isCommon = read.hits.length >= COMMON_HITS || !isIndexed(plan);
  return !isCommon && (await readNamedShare(db, plan, { from: fromAt })) <= NAMED_SHARE_MAX
    ? readIndexed(search, read, fromAt)
    : readOn(search, read, { newestAt, fromAt });
}

interface Search {
  readonly db: Db;
  readonly plan: SearchPlan;
  readonly count: number;
  /** Messages that one statement tells at most. */
  readonly limit: number;
}

function isIndexed({ terms, authors }: SearchPlan): boolean {
  return [...terms, ...authors].some(({ isExcluded }) => !isExcluded);
}

/** The hits with those in the rows of this time as well. */
async function readSpan(
  { db, plan, limit }: Search,
  { hits, isWhole }: Hits,
  from: number,
): Promise<Hits> {
  const more = await listHitsWithin(db, plan, { from }, limit);
  return { hits: sort([...hits, ...more]), isWhole: isWhole && more.length < limit };
}

/**
 * The rows behind the first ones, as far back as there seem to be enough messages, again and again until there are. Where no index helps
 * only so many rows are read.
 */
async function readOn(
  search: Search,
  near: Hits,
  { newestAt, fromAt }: { readonly newestAt: number; readonly fromAt: number },
): Promise<Hits> {
  const { db, plan, count } = search;
  const { oldestAt, isAll } = await readEnd(db, plan);
  const length = Math.max(newestAt - fromAt, MINUTE);
  let read = near;
  let to = fromAt;
  let times = 1;
  while (to > oldestAt) {
    const seeming = (times * count * SPARE) / Math.max(1, read.hits.length);
    times = Math.min(times * WIDER_MAX, Math.max(times * WIDER_MIN, seeming));
    const from = Math.floor(newestAt - times * length) - 1;
    read = await readParts(search, read, { from: from < oldestAt ? oldestAt : from, to });
    if (from > oldestAt && areEnough(read, count, from)) return { ...read, isWhole: false };
    to = from;
  }
  return { ...read, isWhole: read.isWhole && isAll };
}

/** Up to which moment rows are read at most, and whether no row is older. */
async function readEnd(
  db: Db,
  plan: SearchPlan,
): Promise<{ readonly oldestAt: number; readonly isAll: boolean }> {
  if (isIndexed(plan)) return { oldestAt: await findOldest(db, plan), isAll: true };
  const read = await readNear(db, plan, READ_ROWS_MAX);
  return { oldestAt: read?.fromAt ?? 0, isAll: !read || read.count < READ_ROWS_MAX };
}

/** The rows of this time in parts of it, at the same time. */
async function readParts(
  { db, plan, limit }: Search,
  read: Hits,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Hits> {
  const ends = Array.from({ length: PARTS + 1 }, (_, part) =>
    Math.floor(from + ((to - from) * part) / PARTS),
  );
  const parts = await Promise.all(
    ends
      .slice(1)
      .map((end, part) => listHitsWithin(db, plan, { from: ends[part], to: end }, limit)),
  );
  return {
    hits: sort([...read.hits, ...parts.flat()]),
    isWhole: read.isWhole && parts.every((part) => part.length < limit),
  };
}

/** The rows behind that moment that the index names. */
async function readIndexed(
  { db, plan, limit }: Search,
  { hits, isWhole }: Hits,
  to: number,
): Promise<Hits> {
  const named = await listIndexedHits(db, plan, { to }, limit);
  return { hits: sort([...hits, ...named]), isWhole: isWhole && named.length < limit };
}

/** The messages of these rows, until there are enough. */
async function readKeys(
  db: Db,
  plan: SearchPlan,
  keys: readonly BlockKey[],
  count: number,
): Promise<Hits> {
  let hits: readonly Hit[] = [];
  for (let at = 0; at < keys.length; at += LISTED_STEP) {
    hits = sort([...hits, ...(await listHits(db, plan, keys.slice(at, at + LISTED_STEP)))]);
    const next = keys[at + LISTED_STEP];
    if (next && areEnough({ hits }, count, next.lastAt)) return { hits, isWhole: false };
  }
  return { hits, isWhole: true };
}

/** A row that comes later may have newer messages than one before, but none is newer than the moment up to which rows are to come. */
function areEnough({ hits }: Pick<Hits, "hits">, count: number, nextAt: number): boolean {
  return (hits[count - 1]?.at ?? 0) >= nextAt;
}

/** Each message once, the newest first. */
function sort(hits: readonly Hit[]): readonly Hit[] {
  return [...new Map(hits.map((hit) => [hit.id, hit])).values()].toSorted(
    (one, other) => other.at - one.at || (other.id < one.id ? -1 : 1),
  );
}
