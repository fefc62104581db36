import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSource, type Source } from "./source.ts";

/** A tree of files to check: the repository, or a sample of one under tools/fixtures. */
export interface Repository {
  readonly root: string;
  /** Paths from the root, with slashes, sorted. */
  readonly paths: readonly string[];
  readonly read: (path: string) => string;
  readonly parse: (path: string) => Source;
}

const FOLDERS_NOT_OURS = new Set(["node_modules", ".git", "dist", "coverage"]);
/** At the root only: data of a running server, caches, and samples that are wrong on purpose. */
const ROOT_FOLDERS_NOT_OURS = new Set(["data", "tmp", ".cache", "tools/fixtures"]);

function listPaths(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) return [path];
    const isOurs = !FOLDERS_NOT_OURS.has(entry.name) && !ROOT_FOLDERS_NOT_OURS.has(path);
    return entry.isDirectory() && isOurs ? listPaths(root, path) : [];
  });
}

/** Reads and parses each file at most once, however many checks look at it. */
export function openRepository(root: string): Repository {
  const texts = new Map<string, string>();
  const sources = new Map<string, Source>();
  const read = (path: string): string => {
    const text = texts.get(path) ?? readFileSync(join(root, path), "utf8");
    texts.set(path, text);
    return text;
  };
  const parse = (path: string): Source => {
    const source = sources.get(path) ?? parseSource(path, read(path));
    sources.set(path, source);
    return source;
  };
  return { root, paths: listPaths(root, "").toSorted(), read, parse };
}

/** A tree held in memory, for samples that are shorter to write than to store. */
export function repositoryOf(files: Readonly<Record<string, string>>): Repository {
  const read = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw new Error(`the sample has no file ${path}`);
    return text;
  };
  return {
    root: "",
    paths: Object.keys(files).toSorted(),
    read,
    parse: (path) => parseSource(path, read(path)),
  };
}

export function isSourcePath(path: string): boolean {
  return /\.(ts|tsx|mjs|js)$/.test(path) && !isGeneratedPath(path);
}

/** A generated file says so in its name. */
function isGeneratedPath(path: string): boolean {
  return /\.generated\.[a-z]+$/.test(path);
}

export function isTestPath(path: string): boolean {
  return /\.(test|e2e)\.tsx?$/.test(path);
}
