import { SEARCH_TOTAL_MAX } from "@colbin/protocol";
import type { Db } from "#server/platform/db/database.ts";
import {
  findBlockKeys,
  listBlockKeys,
  listHits,
  listListedKeys,
  type BlockKey,
  type Hit,
  type SearchPlan,
} from "./search.queries.ts";

/*
 * In which order rows of the search table are read. The newest come first: common words are found there before an index has told all
 * that it knows of them. The index finds what is rare.
 */

/** Rows of one statement, and of all before the index is asked. */
const STEPS = [32, 96, 384];
/** As many messages in these rows say that a page of them is found sooner in the rows behind than by the index. */
const COMMON_HITS = 12;
/** Rows of a statement that reads on, of all that are read to count, and of those that the index may name. */
const FURTHER_STEP = 1_024;
const COUNTED_ROWS = 2_048;
const INDEX_KEYS_MAX = 20_000;
/** Rows that are read where no index helps: half a million messages. */
const READ_ROWS_MAX = 16_384;
/** Messages of a list that is searched. */
const LISTED_MAX = 5_000;

export interface Hits {
  /** The newest first. */
  readonly hits: readonly Hit[];
  /** Those are all. */
  readonly isWhole: boolean;
}

/** The newest messages that match: at least so many, and as many as are counted, or all. */
export async function findHits(db: Db, plan: SearchPlan, count: number): Promise<Hits> {
  const wanted = { shown: count, counted: Math.max(count, SEARCH_TOTAL_MAX + 1) };
  if (plan.roomIds.length === 0) return { hits: [], isWhole: true };
  const listed = plan.lists.find(({ isExcluded }) => !isExcluded);
  if (listed) {
    const keys = await listListedKeys(db, plan, listed.list, LISTED_MAX);
    return readKeys(db, plan, keys, { wanted });
  }
  const first = STEPS.reduce((sum, step) => sum + step, 0);
  const keys = await listBlockKeys(db, plan, first + 1);
  const near = keys.slice(0, first);
  const read = await readKeys(db, plan, near, { steps: STEPS, wanted });
  const last = near.at(-1);
  if (keys.length <= first || !last || !read.isWhole) return read;
  const reading = { found: read.hits, wanted };
  return isIndexed(plan) && read.hits.length < COMMON_HITS
    ? readIndexed(db, plan, last, reading)
    : readOn(db, plan, last, reading);
}

/** As many as are shown, of which each must be known, and as many as are counted. */
interface Wanted {
  readonly shown: number;
  readonly counted: number;
}

interface Reading {
  readonly found?: readonly Hit[];
  readonly steps?: readonly number[];
  readonly wanted: Wanted;
}

/**
 * Goes on through the rows until enough are counted, or as many rows are read as counting is worth; where a page is not found by then the
 * index goes on, and where that knows nothing of what is looked for, only so many rows are read.
 */
async function readOn(db: Db, plan: SearchPlan, from: BlockKey, reading: Reading): Promise<Hits> {
  const { wanted } = reading;
  let { found = [] } = reading;
  let after = from;
  for (let rows = 0; rows < READ_ROWS_MAX; rows += FURTHER_STEP) {
    if (rows >= COUNTED_ROWS && found.length < wanted.shown && isIndexed(plan))
      return readIndexed(db, plan, after, { found, wanted });
    const keys = await listBlockKeys(db, plan, FURTHER_STEP, after);
    const last = keys.at(-1);
    if (!last) return { hits: found, isWhole: true };
    found = sort([...found, ...(await listHits(db, plan, keys))]);
    const isCounted = rows >= COUNTED_ROWS && found.length >= wanted.shown;
    if (areEnough(found, isCounted ? { ...wanted, counted: 0 } : wanted, last))
      return { hits: found, isWhole: false };
    after = last;
  }
  return { hits: found, isWhole: false };
}

function isIndexed({ terms, authors }: SearchPlan): boolean {
  return [...terms, ...authors].some(({ isExcluded }) => !isExcluded);
}

async function readIndexed(
  db: Db,
  plan: SearchPlan,
  from: BlockKey,
  reading: Reading,
): Promise<Hits> {
  const keys = await findBlockKeys(db, plan, INDEX_KEYS_MAX, from);
  const read = await readKeys(db, plan, keys, reading);
  return { ...read, isWhole: read.isWhole && keys.length < INDEX_KEYS_MAX };
}

/** The messages of these rows, until there are enough. */
async function readKeys(
  db: Db,
  plan: SearchPlan,
  keys: readonly BlockKey[],
  { found = [], steps = [FURTHER_STEP], wanted }: Reading,
): Promise<Hits> {
  let hits = found;
  let at = 0;
  for (let turn = 0; at < keys.length; turn += 1) {
    const step = steps[Math.min(turn, steps.length - 1)] ?? FURTHER_STEP;
    hits = sort([...hits, ...(await listHits(db, plan, keys.slice(at, at + step)))]);
    at += step;
    const next = keys[at];
    if (next && areEnough(hits, wanted, next)) return { hits, isWhole: false };
  }
  return { hits, isWhole: true };
}

/** A row that comes later may have newer messages than one before, but none is newer than its key says. */
function areEnough(hits: readonly Hit[], { shown, counted }: Wanted, next: BlockKey): boolean {
  return hits.length >= counted && (hits[shown - 1]?.at ?? 0) >= next.lastAt;
}

function sort(hits: readonly Hit[]): readonly Hit[] {
  return hits.toSorted((one, other) => other.at - one.at || (other.id < one.id ? -1 : 1));
}
