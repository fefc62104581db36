import {
  DOCUMENT_DEPTH_MAX,
  IMPORT_PAGE_MAX_BYTES,
  toLine,
  DOCUMENT_TITLE_MAX,
  type ImportSkip,
} from "@colbin/protocol";

/* How the entries of an archive become documents. Nothing of it is ever written under its name. */

export interface ImportEntry {
  /** As it stands in the archive. */
  readonly name: string;
  readonly size: number;
  readonly isLink: boolean;
  readonly isEncrypted: boolean;
}

interface PlannedPage<E extends ImportEntry> {
  /** Absent: a folder without a page, which becomes a document without text. */
  readonly entry: E | undefined;
  readonly title: string;
  /** The folder that its children stand in, as a key. */
  readonly key: string;
  readonly parentKey: string | undefined;
  readonly depth: number;
}

export interface ImportPlan<E extends ImportEntry> {
  /** Pages above first, and each in the order of the archive. */
  readonly pages: readonly PlannedPage<E>[];
  readonly skipped: readonly { readonly name: string; readonly reason: ImportSkip }[];
}

/** A link of a page of contents, and how deep its list is. */
interface ContentsLink {
  readonly href: string;
  readonly depth: number;
}

interface ContentsPage {
  readonly name: string;
  readonly links: readonly ContentsLink[];
}

const UNTITLED = "Untitled";
/** Longer paths name no page that anybody has made, and would hold up the process. */
const PATH_MAX = 1_000;
const FOLDERS_MAX = 3 * DOCUMENT_DEPTH_MAX;
const PAGE = /\.(?:md|markdown|html?)$/i;
const HTML = /\.html?$/i;
/** Notion ends each name with the id of the page. */
const NOTION_ID = /[ -]?[0-9a-f]{32}$/i;

export function isHtmlName(name: string): boolean {
  return HTML.test(name);
}

/** A page that may tell the tree of the others. */
export function findContents<E extends ImportEntry>(entries: readonly E[]): E | undefined {
  const pages = entries.filter(
    ({ name, size }) =>
      /(?:^|\/)index\.html?$/i.test(toPath(name)) && size <= IMPORT_PAGE_MAX_BYTES,
  );
  return pages.toSorted((one, other) => depthOf(one.name) - depthOf(other.name))[0];
}

/** The title that a file gives to its document. */
function toTitle(name: string): string {
  const last = name.split("/").at(-1) ?? "";
  return cleanTitle(last.replace(PAGE, "").replace(NOTION_ID, "")) || UNTITLED;
}

/** A title of somewhere else, cut to what a title may be. */
export function cleanTitle(title: string): string {
  return toLine(Array.from(title).slice(0, DOCUMENT_TITLE_MAX).join(""), DOCUMENT_TITLE_MAX) ?? "";
}

/** The documents that an archive becomes, and what is left out for which reason. */
export function planImport<E extends ImportEntry>(
  entries: readonly E[],
  contents?: ContentsPage,
): ImportPlan<E> {
  const skipped: { name: string; reason: ImportSkip }[] = [];
  const found = new Map<string, { readonly entry: E; readonly path: string }>();
  for (const entry of entries) {
    const path = toPath(entry.name);
    if (path.endsWith("/") && isSafePath(path.slice(0, -1))) continue;
    const key = toKey(path.replace(PAGE, ""));
    const reason = judge(entry, path) ?? (found.has(key) ? "duplicate" : undefined);
    if (reason) skipped.push({ name: entry.name, reason });
    else found.set(key, { entry, path });
  }
  const tree = contents && readTree(contents, found);
  if (tree) found.delete(toKey(toPath(contents.name).replace(PAGE, "")));
  return { pages: place(withoutRoot(found), tree), skipped };
}

function judge(entry: ImportEntry, path: string): ImportSkip | undefined {
  if (path.length > PATH_MAX || depthOf(path) > FOLDERS_MAX || !isSafePath(path)) return "path";
  if (entry.isLink) return "link";
  if (/\.zip$/i.test(path)) return "archive";
  if (!PAGE.test(path)) return "kind";
  if (entry.isEncrypted) return "encrypted";
  return entry.size > IMPORT_PAGE_MAX_BYTES ? "size" : undefined;
}

/** The path of an entry, its parts divided by `/`. */
export function toPath(name: string): string {
  return name.replaceAll("\\", "/").normalize("NFC");
}

/** The path by which links of other pages lead to this one. */
export function linkPath({ name }: ImportEntry): string {
  return toPath(name).toLowerCase();
}

function isSafePath(path: string): boolean {
  if (path.startsWith("/") || /^[a-z]:/i.test(path) || /\p{Cc}/u.test(path)) return false;
  return path.split("/").every((part) => !["", ".", ".."].includes(part));
}

/** A page by the folder that its children stand in; systems differ in whether the case counts. */
function toKey(path: string): string {
  return path.toLowerCase();
}

function depthOf(path: string): number {
  return path.split("/").length;
}

type Found<E> = ReadonlyMap<string, { readonly entry: E; readonly path: string }>;

/** By the key of a page that of the one above it, in the order of the links; undefined where the links lead to none of the pages. */
function readTree<E>(
  { name, links }: ContentsPage,
  found: Found<E>,
): ReadonlyMap<string, string | undefined> | undefined {
  const path = toPath(name);
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const tree = new Map<string, string | undefined>();
  const line: { readonly key: string; readonly depth: number }[] = [];
  for (const { href, depth } of links) {
    const key = toKey(folder + decode(href.replace(/[?#].*$/s, "")).replace(PAGE, ""));
    if (!found.has(key) || tree.has(key)) continue;
    while ((line.at(-1)?.depth ?? 0) >= depth) line.pop();
    tree.set(key, line.at(-1)?.key);
    line.push({ key, depth });
  }
  return tree.size > 0 ? tree : undefined;
}

function decode(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

interface Rooted<E> {
  readonly found: Found<E>;
  /** Begins the path of each page, and is none of them. */
  readonly root: string;
}

/** Programs put all that they export into one folder. */
function withoutRoot<E>(found: Found<E>): Rooted<E> {
  let root = "";
  for (;;) {
    const heads = new Set(
      [...found.values()].map(({ path }) => {
        const [head = "", ...rest] = path.slice(root.length).split("/");
        return rest.length > 0 ? head : "";
      }),
    );
    const [head = ""] = heads;
    if (heads.size !== 1 || head === "") return { found, root };
    root += `${head}/`;
  }
}

function place<E extends ImportEntry>(
  { found, root }: Rooted<E>,
  tree: ReadonlyMap<string, string | undefined> | undefined,
): PlannedPage<E>[] {
  const byTitle = groupByTitle(found);
  const pages = new Map<string, PlannedPage<E>>();
  const add = (
    key: string,
    { entry, path }: { readonly entry: E | undefined; readonly path: string },
  ): PlannedPage<E> => {
    const known = pages.get(key);
    if (known) return known;
    const parent = tree?.has(key) ? addAbove(tree.get(key)) : addFolder(folderOf(path));
    const page = {
      entry,
      title: toTitle(path),
      key,
      parentKey: parent?.key,
      depth: (parent?.depth ?? 0) + 1,
    };
    pages.set(key, page);
    return page;
  };
  const addAbove = (key: string | undefined) => {
    const above = key === undefined ? undefined : found.get(key);
    return above && key !== undefined ? add(key, above) : undefined;
  };
  const addFolder = (folder: string): PlannedPage<E> | undefined => {
    if (folder.length < root.length || folder === "") return undefined;
    const key = toKey(folder);
    const own = found.has(key) ? key : byTitle.get(key);
    const page = own === undefined ? undefined : found.get(own);
    return page && own !== undefined
      ? add(own, page)
      : add(key, { entry: undefined, path: folder });
  };
  const ordered = [...(tree?.keys() ?? []), ...found.keys()];
  for (const key of ordered) addAbove(key);
  return [...pages.values()].toSorted((one, other) => one.depth - other.depth);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

/** Newer exports of Notion have folders without the id that the page beside them has. */
function groupByTitle<E>(found: Found<E>): ReadonlyMap<string, string> {
  const byTitle = new Map<string, string>();
  for (const key of found.keys()) {
    const short = key.replace(NOTION_ID, "");
    if (short !== key && !byTitle.has(short)) byTitle.set(short, key);
  }
  return byTitle;
}
