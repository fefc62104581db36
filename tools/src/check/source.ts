import { type Comment, parseSync, visitorKeys } from "oxc-parser";

/** A node of the syntax tree; the fields of each kind are read with the accessors below. */
export type Node = { readonly type: string; readonly start: number; readonly end: number } & {
  readonly [key: string]: unknown;
};

interface Import {
  readonly specifier: string;
  readonly line: number;
}

export interface Source {
  readonly path: string;
  readonly text: string;
  readonly comments: readonly Comment[];
  readonly imports: readonly Import[];
  /** The text with every comment blanked: same length, same lines. */
  readonly code: string;
  readonly program: Node;
  readonly lineOf: (offset: number) => number;
}

/** Throws on a syntax error, naming the file: a file that cannot be read is never "without findings". */
export function parseSource(path: string, text: string): Source {
  const result = parseSync(path, text);
  const error = result.errors[0];
  if (error) throw new Error(`${path} does not parse: ${error.message}`);
  const lineOf = lineCounter(text);
  return {
    path,
    text,
    comments: result.comments,
    imports: importsOf(text, result.module, lineOf),
    code: blank(text, result.comments),
    get program() {
      return result.program as unknown as Node;
    },
    lineOf,
  };
}

type ModuleRecord = ReturnType<typeof parseSync>["module"];

function importsOf(text: string, record: ModuleRecord, lineOf: Source["lineOf"]): Import[] {
  const found: { value: string; start: number }[] = record.staticImports.map(
    (each) => each.moduleRequest,
  );
  for (const { entries } of record.staticExports) {
    for (const { moduleRequest } of entries) if (moduleRequest) found.push(moduleRequest);
  }
  for (const { moduleRequest } of record.dynamicImports) {
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(
      text.slice(moduleRequest.start, moduleRequest.end),
    );
    if (literal?.[2]) found.push({ value: literal[2], start: moduleRequest.start });
  }
  return found.map(({ value, start }) => ({ specifier: value, line: lineOf(start) }));
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

function blank(text: string, comments: readonly Comment[]): string {
  let code = "";
  let end = 0;
  for (const comment of comments) {
    code += text.slice(end, comment.start);
    code += text.slice(comment.start, comment.end).replaceAll(/[^\n]/g, " ");
    end = comment.end;
  }
  return code + text.slice(end);
}

/** Lines that hold code: neither blank nor only comment. */
export function countCodeLines(code: string): number {
  return code.split("\n").filter((line) => line.trim() !== "").length;
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** The children of a node that are nodes, in source order of their fields. */
export function childrenOf(node: Node): Node[] {
  return (visitorKeys[node.type] ?? []).flatMap((key) => {
    const value = node[key];
    return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];
  });
}

/** Calls `visit` for every node below `node` with the nodes above it, nearest last. */
export function walk(
  node: Node,
  visit: (node: Node, above: readonly Node[]) => void,
  above: readonly Node[] = [],
): void {
  visit(node, above);
  const below = [...above, node];
  for (const child of childrenOf(node)) walk(child, visit, below);
}

/** The name of an identifier, or the text of a key; undefined for anything computed. */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Identifier" && typeof node["name"] === "string") return node["name"];
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  return undefined;
}
