import type { Outcome } from "./check.ts";
import { isSourcePath, isTestPath, type Repository } from "./repository.ts";
import { countCodeLines, isNode, nameOf, type Node, type Source, walk } from "./source.ts";

interface Limit {
  readonly warn: number;
  readonly fail: number;
}

/** The most that is allowed without a warning, and without failing. Lines are without blanks and comments. */
export const limits = {
  source: { warn: 250, fail: 400 },
  component: { warn: 180, fail: 250 },
  test: { warn: 400, fail: 600 },
  function: { warn: 50, fail: 80 },
  parameters: { warn: 3, fail: 4 },
} as const satisfies Record<string, Limit>;

interface Measure {
  readonly where: string;
  readonly what: string;
  readonly size: number;
  readonly limit: Limit;
}

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

function measureFile(source: Source): Measure {
  const kind = isTestPath(source.path)
    ? "test"
    : source.path.endsWith(".tsx")
      ? "component"
      : "source";
  const size = countCodeLines(source.code);
  return { where: source.path, what: `lines in a ${kind} file`, size, limit: limits[kind] };
}

/** The callback of a `describe` is a chapter, not a function: its tests are measured one by one. */
function isChapter(parent: Node | undefined): boolean {
  if (parent?.type !== "CallExpression") return false;
  for (
    let callee = parent["callee"];
    isNode(callee);
    callee = callee["object"] ?? callee["callee"]
  ) {
    if (nameOf(callee) === "describe") return true;
  }
  return false;
}

function measureFunctions(source: Source): Measure[] {
  const measures: Measure[] = [];
  walk(source.program, (node, above) => {
    if (!FUNCTIONS.has(node.type)) return;
    const parent = above.at(-1);
    const name = nameOf(node["id"]) ?? nameOf(parent?.["id"]) ?? nameOf(parent?.["key"]);
    const what = name ? `in function ${name}` : "in a function without a name";
    const where = `${source.path}:${source.lineOf(node.start)}`;
    const parameters = Array.isArray(node["params"]) ? node["params"].length : 0;
    measures.push({
      where,
      what: `parameters ${what}`,
      size: parameters,
      limit: limits.parameters,
    });
    if (isChapter(parent)) return;
    const size = countCodeLines(source.code.slice(node.start, node.end));
    measures.push({ where, what: `lines ${what}`, size, limit: limits.function });
  });
  return measures;
}

/** Own counting, so that no comment in a file can switch it off. */
export function checkSizes(repository: Repository): Outcome {
  const paths = repository.paths.filter(isSourcePath);
  const measures = paths.flatMap((path) => {
    const source = repository.parse(path);
    return [measureFile(source), ...measureFunctions(source)];
  });
  const describe = ({ where, size, what, limit }: Measure, most: keyof Limit): string =>
    `${where} ${size} ${what} (${most === "fail" ? "at most" : "better at most"} ${limit[most]})`;
  const over = measures.filter((each) => each.size > each.limit.fail);
  const near = measures.filter(
    (each) => each.size > each.limit.warn && each.size <= each.limit.fail,
  );
  return {
    findings: over.map((each) => describe(each, "fail")),
    warnings: near.map((each) => describe(each, "warn")),
    extent: `${paths.length} files, ${near.length} warnings`,
  };
}
