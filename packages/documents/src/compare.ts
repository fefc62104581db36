import type { ComparedNode } from "@colbin/protocol";
import type { JSONContent } from "@tiptap/core";
import { ChangeSet, simplifyChanges, type Change, type TokenEncoder } from "@tiptap/pm/changeset";
import type { Fragment, Node } from "@tiptap/pm/model";
import { StepMap } from "@tiptap/pm/transform";
import { align, type Pair } from "./align.ts";
import { toKnown } from "./known.ts";
import { countWords } from "./words.ts";

export interface Comparison {
  readonly blocks: readonly ComparedNode[];
  readonly addedWords: number;
  readonly removedWords: number;
  /** Too much has changed to be compared word by word everywhere. */
  readonly isCoarse: boolean;
}

/** Steps that the comparison of words may take altogether: some tenths of a second. Beyond them blocks are told as a whole. */
const STEPS_MAX = 20_000_000;
/** The search for words of a block ends after so many. */
const BLOCK_EDITS_MAX = 2_500;
/** Blocks that share so many of their words are the same one, changed. */
const LIKENESS_MIN = 0.4;
/** Blocks behind the present one among which its changed self is looked for. */
const WINDOW = 8;

interface Run {
  steps: number;
  addedWords: number;
  removedWords: number;
  isCoarse: boolean;
}

/** The content of a document, with additions and deletions against `before`; without that one all of it has stayed. */
export function compareContent(before: JSONContent | undefined, after: JSONContent): Comparison {
  const now = toKnown(after);
  const run: Run = { steps: 0, addedWords: 0, removedWords: 0, isCoarse: false };
  const blocks = before
    ? compareChildren(toKnown(before).children, now.children, run)
    : now.children.map((block) => toCompared(block));
  const { addedWords, removedWords, isCoarse } = run;
  return { blocks, addedWords, removedWords, isCoarse };
}

function compareChildren(before: readonly Node[], after: readonly Node[], run: Run) {
  const pairs = align(before.map(toKey), after.map(toKey));
  const compared: ComparedNode[] = [];
  let [a, b] = [0, 0];
  for (const [toA, toB] of [...pairs, [before.length, after.length] satisfies Pair]) {
    for (const node of compareGap(before.slice(a, toA), after.slice(b, toB), run))
      compared.push(node);
    const same = after[toB];
    if (same) compared.push(toCompared(same));
    [a, b] = [toA + 1, toB + 1];
  }
  return compared;
}

function toKey(node: Node): string {
  return JSON.stringify(node.toJSON());
}

/** Blocks of which none stayed as it was: those that are alike have changed, the others went and came. */
function compareGap(before: readonly Node[], after: readonly Node[], run: Run): ComparedNode[] {
  const words = after.map(wordsOf);
  const compared: ComparedNode[] = [];
  let next = 0;
  const come = (to: number) => {
    for (const node of after.slice(next, to)) compared.push(tell(node, "added", run));
    next = Math.max(next, to);
  };
  for (const [index, node] of before.entries()) {
    const isOnly = before.length === 1 && after.length === 1;
    const own = wordsOf(node);
    const place = findLike(node, after, {
      from: next,
      likeness: (at) => (isOnly ? 1 : likeness(own, words[at] ?? new Set())),
    });
    const other = after[place];
    if (!other) compared.push(tell(node, "removed", run));
    else {
      come(place);
      compared.push(compareNode(node, other, run));
      next = place + 1;
    }
    if (index === before.length - 1) come(after.length);
  }
  if (before.length === 0) come(after.length);
  return compared;
}

interface Search {
  readonly from: number;
  readonly likeness: (at: number) => number;
}

/** The place of the block that is most like this one; -1 where none is. */
function findLike(node: Node, after: readonly Node[], search: Search): number {
  let [best, place] = [LIKENESS_MIN, -1];
  for (let at = search.from; at < Math.min(after.length, search.from + WINDOW); at += 1) {
    if (!after[at]?.sameMarkup(node)) continue;
    const found = search.likeness(at);
    if (found > best) [best, place] = [found, at];
  }
  return place;
}

function wordsOf(node: Node): ReadonlySet<string> {
  return new Set(node.textBetween(0, node.content.size, " ").split(/\s+/));
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return (2 * shared) / (one.size + other.size || 1);
}

function compareNode(before: Node, after: Node, run: Run): ComparedNode {
  if (!after.inlineContent)
    return {
      ...toCompared(after, []),
      content: compareChildren(before.children, after.children, run),
    };
  const content: ComparedNode[] = [];
  let at = 0;
  for (const { fromA, toA, fromB, toB } of changesOf(before, after, run)) {
    content.push(...parts(after.content.cut(at, fromB)));
    content.push(...parts(before.content.cut(fromA, toA), "removed", run));
    content.push(...parts(after.content.cut(fromB, toB), "added", run));
    at = toB;
  }
  content.push(...parts(after.content.cut(at)));
  return { ...toCompared(after, []), content };
}

/** Text with other marks has changed as well, and so has a name or a formula with other attributes. */
const encoder: TokenEncoder<string | number> = {
  encodeCharacter: (char, marks) =>
    marks.length === 0 ? char : `${char} ${marks.map((mark) => JSON.stringify(mark)).join(" ")}`,
  encodeNodeStart: (node) => (node.isLeaf ? toKey(node) : node.type.name),
  encodeNodeEnd: () => -1,
  compareTokens: (one, other) => one === other,
};

function changesOf(
  before: Node,
  after: Node,
  run: Run,
): readonly Pick<Change, "fromA" | "toA" | "fromB" | "toB">[] {
  const [sizeA, sizeB] = [before.content.size, after.content.size];
  run.steps += Math.min(Math.max(sizeA, sizeB), BLOCK_EDITS_MAX) ** 2;
  if (run.steps > STEPS_MAX) {
    run.isCoarse = true;
    return [{ fromA: 0, toA: sizeA, fromB: 0, toB: sizeB }];
  }
  const set = ChangeSet.create(before, undefined, encoder);
  const whole = new StepMap([0, sizeA, sizeB]);
  return simplifyChanges(set.addSteps(after, [whole], undefined).changes, after);
}

function parts(fragment: Fragment, change?: "added" | "removed", run?: Run): ComparedNode[] {
  return fragment.content.map((node) =>
    change && run ? tell(node, change, run) : toCompared(node),
  );
}

function tell(node: Node, change: "added" | "removed", run: Run): ComparedNode {
  const words = countWords(
    node.isText ? (node.text ?? "") : node.textBetween(0, node.content.size, " "),
  );
  run[change === "added" ? "addedWords" : "removedWords"] += words;
  return { ...toCompared(node), change };
}

function toCompared(node: Node, content?: readonly ComparedNode[]): ComparedNode {
  const json = (content ? node.copy() : node).toJSON() as ComparedNode;
  return content ? { ...json, content } : json;
}
