import type { JSONContent } from "@tiptap/core";
import { Fragment, type Attrs, type Mark, type Node, type NodeType } from "@tiptap/pm/model";
import type { UnknownKind } from "@colbin/protocol";
import { isSafeLink } from "./links.ts";
import { headingLevels } from "./nodes.ts";
import { schema } from "./schema.ts";

/** Deeper content is flattened: nobody nests so far by hand, and what reads it must not run out of stack. */
export const DEPTH_MAX = 60;

/** Parts that documents do not know, by kind and name. */
export interface UnknownPart {
  readonly kind: UnknownKind;
  readonly name: string;
  readonly count: number;
}

/** Counts the parts that a content has and documents do not know. */
export class UnknownParts {
  readonly #parts = new Map<string, UnknownPart>();

  /** The name may be anything: it is of a content that somebody brings. */
  add(kind: UnknownKind, given: unknown): void {
    const name = typeof given === "string" ? given : "";
    const key = `${kind} ${name}`;
    const known = this.#parts.get(key);
    // A content may name as many as it likes.
    if (known || this.#parts.size < PARTS_MAX)
      this.#parts.set(key, { kind, name: name.slice(0, NAME_MAX), count: (known?.count ?? 0) + 1 });
  }

  list(): UnknownPart[] {
    return [...this.#parts.values()];
  }
}

const PARTS_MAX = 50;
const NAME_MAX = 60;

/**
 * Makes a document of any content: unknown nodes become what stands in them, a child that has no place is wrapped or unwrapped, unknown
 * marks and unsafe links go (rules-collab 2C, Bad input). The text stays. What was not known is counted.
 */
export function toKnown(content: JSONContent, unknown = new UnknownParts()): Node {
  const { doc } = schema.nodes;
  if (!doc) throw new Error("The schema has no document");
  return doc.create(null, fit(doc, childrenOf(content, 0, unknown)));
}

function childrenOf({ content }: JSONContent, depth: number, unknown: UnknownParts): Node[] {
  return Array.isArray(content)
    ? content.flatMap((child) => toNodes(child, depth + 1, unknown))
    : [];
}

function toNodes(json: JSONContent, depth: number, unknown: UnknownParts): Node[] {
  if (typeof json !== "object" || json === null) return [];
  if (typeof json.text === "string")
    return json.text === "" ? [] : [schema.text(json.text, marksOf(json, unknown))];
  const type = json.type === undefined ? undefined : schema.nodes[json.type];
  if (depth > DEPTH_MAX) unknown.add("depth", String(DEPTH_MAX));
  const children = depth > DEPTH_MAX ? [] : childrenOf(json, depth, unknown);
  if (!type) unknown.add("node", json.type);
  if (!type || type.isText || type === schema.topNodeType) return children;
  const attrs = attrsOf(type, json.attrs);
  const content = fit(type, children);
  try {
    return [type.create(attrs, content, marksOf(json, unknown))];
  } catch {
    unknown.add("node", json.type);
    // An attribute is not sound: an image of elsewhere, a mention of nobody.
    return [...children, ...nameOf(json)];
  }
}

/** The words by which such a node was known stay. */
function nameOf({ attrs }: JSONContent): Node[] {
  const words: unknown = attrs?.["label"] ?? attrs?.["name"] ?? attrs?.["latex"] ?? attrs?.["alt"];
  return typeof words === "string" && words !== "" ? [schema.text(words)] : [];
}

function marksOf({ marks }: JSONContent, unknown: UnknownParts): readonly Mark[] {
  if (!Array.isArray(marks)) return [];
  let set: readonly Mark[] = [];
  for (const { type, attrs } of marks) {
    const known = schema.marks[type];
    const href = type === "link" ? String(attrs?.["href"] ?? "") : undefined;
    if (!known) unknown.add("mark", type);
    else if (href !== undefined && !isSafeLink(href)) unknown.add("link", href);
    else set = known.create(plain(attrs)).addToSet(set);
  }
  return set;
}

function attrsOf(type: NodeType, attrs: JSONContent["attrs"]): Attrs {
  const given = plain(attrs);
  const known = Object.keys(type.spec.attrs ?? {});
  if (type.name === "heading") return { ...given, level: toLevel(given["level"]) };
  return Object.fromEntries(
    known.flatMap((name) => (name in given ? [[name, given[name]] as const] : [])),
  );
}

/** The nearest level that a heading of a document has. */
function toLevel(level: unknown): number {
  const [first, , last] = headingLevels;
  return Math.min(Math.max(Number(level) || first, first), last);
}

/** Attributes are words, numbers and lists of numbers; anything else stands for nothing. */
function plain(attrs: JSONContent["attrs"]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(attrs ?? {}).filter(
      ([, value]) =>
        value === null ||
        ["string", "number", "boolean"].includes(typeof value) ||
        (Array.isArray(value) && value.every((each) => typeof each === "number")),
    ),
  );
}

/** The children in the way that this type holds them. */
function fit(type: NodeType, children: readonly Node[]): Fragment {
  const placed: Node[] = [];
  // The next one is the last.
  const waiting = (type.inlineContent ? [...children] : withParagraphs(children)).toReversed();
  let match = type.contentMatch;
  for (let child = waiting.pop(); child; child = waiting.pop()) {
    const allowed = child.mark(type.allowedMarks(child.marks));
    const next = match.matchType(allowed.type);
    if (next) {
      placed.push(allowed);
      match = next;
      continue;
    }
    const wrapping = match.findWrapping(child.type);
    if (wrapping && wrapping.length > 0) {
      const wrapped = wrapping.reduceRight<Node>(
        (inner, outer) => outer.create(null, inner),
        child,
      );
      waiting.push(wrapped);
    } else for (const inner of child.children.toReversed()) waiting.push(inner);
  }
  const rest = match.fillBefore(Fragment.empty, true) ?? Fragment.empty;
  return Fragment.from(placed).append(rest);
}

/** Text among blocks stands in paragraphs of its own. */
function withParagraphs(children: readonly Node[]): Node[] {
  const { paragraph } = schema.nodes;
  const blocks: Node[] = [];
  let inline: Node[] = [];
  const flush = () => {
    if (inline.length > 0 && paragraph) blocks.push(paragraph.create(null, inline));
    inline = [];
  };
  for (const child of children) {
    if (child.isInline) inline.push(child);
    else {
      flush();
      blocks.push(child);
    }
  }
  flush();
  return blocks;
}
