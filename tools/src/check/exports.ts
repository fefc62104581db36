import { posix } from "node:path";
import type { Outcome } from "./check.ts";
import { isSourcePath, isTestPath, type Repository } from "./repository.ts";
import { childrenOf, isNode, nameOf, type Node, type Source } from "./source.ts";

interface Export {
  readonly name: string;
  readonly kind: "function" | "arrow" | "other";
  readonly start: number;
}

/** Files whose exported functions make promises that their callers rely on. */
const PROMISING =
  /\.(service|access)\.ts$|^packages\/client\/src\/reducers\/|^apps\/server\/src\/platform\//;

function exportsOf(source: Source): Export[] {
  const declarations = childrenOf(source.program)
    .filter((node) => node.type === "ExportNamedDeclaration")
    .map((node) => node["declaration"])
    .filter(isNode);
  return declarations.flatMap((declaration) => {
    if (declaration.type === "FunctionDeclaration") return [toExport(declaration, "function")];
    if (declaration.type !== "VariableDeclaration") return [toExport(declaration, "other")];
    return childrenOf(declaration).map((each) => toExport(each, kindOf(each["init"])));
  });
}

function kindOf(value: unknown): Export["kind"] {
  const isArrow = isNode(value) && /^(ArrowFunction|Function)Expression$/.test(value.type);
  return isArrow ? "arrow" : "other";
}

function toExport(node: Node, kind: Export["kind"]): Export {
  return { name: nameOf(node["id"]) ?? "", kind, start: node.start };
}

/** A JSDoc block ends right above the export, with nothing but blanks between. */
function hasPromise(source: Source, start: number): boolean {
  const statement = source.text.lastIndexOf("export", start);
  return source.comments.some(
    ({ type, value, end }) =>
      type === "Block" &&
      /^\*\s*\S+ \S+/.test(value) &&
      end <= statement &&
      source.text.slice(end, statement).trim() === "",
  );
}

/** A component file exports the component that it is called after; what else it exports are parts of that one. */
function componentFindings(path: string, exported: readonly Export[]): string[] {
  const { name, ext } = posix.parse(path);
  if (ext !== ".tsx" || isTestPath(path)) return [];
  const components = exported.filter(
    (each) => each.kind === "function" && /^[A-Z]/.test(each.name),
  );
  if (!/^[A-Z]/.test(name)) {
    return components.map(
      (each) => `${path} exports the component ${each.name}: call the file ${each.name}.tsx`,
    );
  }
  const strangers = components.filter((each) => !each.name.startsWith(name));
  return [
    ...(components.some((each) => each.name === name)
      ? []
      : [`${path} exports no component ${name}`]),
    ...strangers.map(
      (each) => `${path} also exports ${each.name}: one component a file, and its parts`,
    ),
  ];
}

/** Named functions, one component a file, and a sentence on what callers may rely on where it matters. */
export function checkExports(repository: Repository): Outcome {
  const paths = repository.paths.filter(isSourcePath);
  const findings = paths.flatMap((path) => {
    const source = repository.parse(path);
    const exported = exportsOf(source);
    const isPromising = PROMISING.test(path) && !isTestPath(path);
    const each = exported.flatMap(({ name, kind, start }) => {
      const where = `${path}:${source.lineOf(start)}`;
      if (kind === "arrow")
        return [`${where} ${name} is an arrow constant: write export function ${name}`];
      const isMute = isPromising && kind === "function" && !hasPromise(source, start);
      return isMute ? [`${where} ${name} has no JSDoc sentence that states its guarantee`] : [];
    });
    return [...each, ...componentFindings(path, exported)];
  });
  return { findings, extent: `${paths.length} files` };
}
