/** Places of the same thing in two lists. */
export type Pair = readonly [before: number, after: number];

/** How large a table of two ranges may get. */
const CELLS_MAX = 250_000;

interface Range {
  readonly from: Pair;
  readonly to: Pair;
}

/**
 * Equal things of two lists, in their order in both: as many as there are in ranges that are short enough, and otherwise at least those
 * between which everything that is in both lists once stays in order.
 */
export function align(before: readonly string[], after: readonly string[]): readonly Pair[] {
  const pairs: Pair[] = [];
  const waiting: Range[] = [{ from: [0, 0], to: [before.length, after.length] }];
  for (let range = waiting.pop(); range; range = waiting.pop()) {
    const { head, middle, tail } = trim(before, after, range);
    for (const pair of head) pairs.push(pair);
    for (const pair of tail) pairs.push(pair);
    const [rows, columns] = [middle.to[0] - middle.from[0], middle.to[1] - middle.from[1]];
    if (rows === 0 || columns === 0) continue;
    if (rows * columns <= CELLS_MAX) pairs.push(...longest(before, after, middle));
    else for (const part of split(middle, anchors(before, after, middle))) waiting.push(part);
  }
  return pairs.toSorted(([a], [b]) => a - b);
}

/** Takes what is equal at both ends off a range. */
function trim(before: readonly string[], after: readonly string[], { from, to }: Range) {
  const [head, tail]: [Pair[], Pair[]] = [[], []];
  let [startA, startB] = from;
  let [endA, endB] = to;
  while (startA < endA && startB < endB && before[startA] === after[startB])
    head.push([startA++, startB++]);
  while (endA > startA && endB > startB && before[endA - 1] === after[endB - 1])
    tail.push([--endA, --endB]);
  return { head, tail, middle: { from: [startA, startB], to: [endA, endB] } satisfies Range };
}

/** The longest common subsequence. */
function longest(before: readonly string[], after: readonly string[], { from, to }: Range): Pair[] {
  const [rows, columns] = [to[0] - from[0], to[1] - from[1]];
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  const isSame = (row: number, column: number) => before[from[0] + row] === after[from[1] + column];
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1)
      lengths[row * width + column] = isSame(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
  const pairs: Pair[] = [];
  for (let row = 0, column = 0; row < rows && column < columns;)
    if (isSame(row, column)) pairs.push([from[0] + row++, from[1] + column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  return pairs;
}

/** Things that are in both parts of a range once, as many as are in the same order. */
function anchors(before: readonly string[], after: readonly string[], { from, to }: Range): Pair[] {
  const [ofBefore, ofAfter] = [once(before, from[0], to[0]), once(after, from[1], to[1])];
  const piles: { readonly pair: Pair; readonly under: number | undefined }[] = [];
  const tops: number[] = [];
  for (const [thing, a] of ofBefore) {
    const b = ofAfter.get(thing);
    if (b === undefined) continue;
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((piles[tops[middle] ?? 0]?.pair[1] ?? 0) < b) low = middle + 1;
      else high = middle;
    }
    tops[low] = piles.push({ pair: [a, b], under: tops[low - 1] }) - 1;
  }
  const found: Pair[] = [];
  for (let pile = piles[tops.at(-1) ?? -1]; pile; pile = piles[pile.under ?? -1])
    found.push(pile.pair);
  return found.toReversed();
}

/** Where each thing is that the part of the list has once. */
function once(list: readonly string[], from: number, to: number): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (let place = from; place < to; place += 1) {
    const thing = list[place] ?? "";
    if (places.has(thing)) repeated.add(thing);
    else places.set(thing, place);
  }
  for (const thing of repeated) places.delete(thing);
  return places;
}

/** Ranges that begin at an anchor each; none where there is no anchor, so that nothing in the range stays. */
function split({ from, to }: Range, found: readonly Pair[]): Range[] {
  if (found.length === 0) return [];
  const starts = [from, ...found];
  return starts.map((start, index) => ({ from: start, to: starts[index + 1] ?? to }));
}
