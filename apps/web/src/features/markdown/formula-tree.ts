import temml from "temml";
import {
  FORMULA_CHARS_MAX,
  FORMULA_DEPTH_MAX,
  FORMULA_EXPANSIONS_MAX,
  FORMULA_NODES_MAX,
  FORMULA_SIZE_MAX_EM,
} from "./constants.ts";
import type { FormulaNode } from "./readings.ts";

/* Temml, for MathML that browsers draw by themselves: no fonts, no styles, half the size of KaTeX. It tells a tree, of which only
   the elements, attributes and styles of these lists are taken. */

const TAGS = new Set(
  "math mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none menclose".split(
    " ",
  ),
);
const ATTRIBUTES = new Set(
  "accent accentunder columnalign columnspan depth display displaystyle fence form height largeop linethickness lspace mathvariant maxsize minsize movablelimits notation rowspacing rowspan rspace scriptlevel separator stretchy symmetric voffset width".split(
    " ",
  ),
);
const STYLES = new Set(
  "backgroundColor border borderBottom borderLeft borderRight borderTop color fontWeight padding paddingBottom paddingLeft paddingRight paddingTop textAlign".split(
    " ",
  ),
);
/** Classes that have a rule in formulas.css. */
const CLASS =
  /^(?:tml-(?:cancel|fbox|overline|underline|xcancel|left|right|jot|small)|upstrike|downstrike|sout)$/;
const VALUE = /^[\w#.%+ -]{1,60}$/;

const OPTIONS = {
  throwOnError: true,
  trust: false,
  maxExpand: FORMULA_EXPANSIONS_MAX,
  maxSize: [FORMULA_SIZE_MAX_EM, FORMULA_SIZE_MAX_EM * 10] as [number, number],
};

/** The elements of a formula; undefined where it is no LaTeX, too large, or asks for anything else. */
export function readFormula(text: string, isBlock: boolean): FormulaNode | undefined {
  if (text.length > FORMULA_CHARS_MAX) return undefined;
  try {
    const tree: unknown = temml.__renderToMathMLTree(text, { ...OPTIONS, displayMode: isBlock });
    const budget = { nodes: FORMULA_NODES_MAX };
    const node = toNode(tree, budget, FORMULA_DEPTH_MAX);
    return typeof node === "object" && node.tag === "math" ? node : undefined;
  } catch {
    // It is no LaTeX, or nested too deep.
    return undefined;
  }
}

/** Throws for whatever is not in the lists of elements. */
function toNode(from: unknown, budget: { nodes: number }, depth: number): FormulaNode | string {
  budget.nodes -= 1;
  const node = recordOf(from);
  if (budget.nodes < 0 || depth === 0) throw new RangeError("The formula is too large");
  if (typeof node["text"] === "string") return node["text"];
  const { type: tag = isFragment(node) ? "mrow" : undefined, children, classes } = node;
  if (typeof tag !== "string" || !TAGS.has(tag)) throw new TypeError("The formula is none");
  const names = listOf(classes).filter((name) => CLASS.test(String(name)));
  return {
    tag,
    attributes: {
      ...allowed(node["attributes"], ATTRIBUTES),
      ...(names.length > 0 && { className: names.join(" ") }),
    },
    style: allowed(node["style"], STYLES),
    children: listOf(children).map((child) => toNode(child, budget, depth - 1)),
  };
}

/** Elements in a row, and no element of HTML: those have attributes or an address. */
function isFragment(node: Readonly<Record<string, unknown>>): boolean {
  return (
    Array.isArray(node["children"]) && !["attributes", "href", "src"].some((key) => key in node)
  );
}

function allowed(from: unknown, names: ReadonlySet<string>): Record<string, string> {
  const entries = Object.entries(recordOf(from)).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(
    entries.filter(([name = "", value = ""]) => names.has(name) && VALUE.test(value)),
  ) as Record<string, string>;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
