import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { constants, gzipSync } from "node:zlib";
import { ensureWebBuild } from "../../setup/web-build.mjs";
import { addressesNeverLoaded, type Budget, budgets } from "./budgets.ts";
import type { Outcome } from "./check.ts";
import { linesOf } from "./node-program.ts";
import type { Repository } from "./repository.ts";

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** The built files by path from apps/web/dist, as bytes. */
type Built = ReadonlyMap<string, Buffer>;

function readBuilt(folder: string): Built {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1).replaceAll("\\", "/"), readFileSync(path)];
    }),
  );
}

/** The files that the browser must load before any of these modules runs. */
export function staticClosure(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const queue = [...modules];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the manifest has no module ${name}`);
    files.add(chunk.file);
    queue.push(...(chunk.imports ?? []));
  }
  return files;
}

/** Two files that ask for each other run in an order that the first request decides: a value may be used before it is there. */
export function circleFindings(manifest: Manifest): string[] {
  return Object.entries(manifest)
    .filter(([, { file, imports = [] }]) => staticClosure(manifest, imports).has(file))
    .map(([name]) => `apps/web/chunks.ts: the file of ${name} asks for itself through others`);
}

function scriptTags(html: string): { source: string | undefined; text: string }[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)].map((match) => ({
    source: /\bsrc="\/?([^"]+)"/.exec(match[1] ?? "")?.[1],
    text: (match[2] ?? "").trim(),
  }));
}

function gzipSize(built: Built, files: Iterable<string>): number {
  let size = 0;
  for (const file of files) {
    const bytes = built.get(file);
    if (!bytes) throw new Error(`the build has no file ${file}`);
    size += gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }).length;
  }
  return size;
}

/** What the page itself loads, and then the route of the screen. */
export function measureScreen(
  built: Built,
  manifest: Manifest,
  modules: readonly string[],
): number {
  const html = built.get("index.html")?.toString() ?? "";
  const scripts = scriptTags(html).flatMap(({ source }) => (source ? [source] : []));
  const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
  const files = new Set([...scripts, ...staticClosure(manifest, [...entries, ...modules])]);
  return gzipSize(
    built,
    [...files].filter((file) => file.endsWith(".js")),
  );
}

/** Comments keep the licences of what was built in, with the addresses of their projects. */
function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[\s\S]*?\*\//g, "");
}

/** Inline scripts would need a hole in the policy; another origin would learn who reads. */
export function pageFindings(built: Built): string[] {
  const findings: string[] = [];
  for (const [path, bytes] of built) {
    if (!/\.(html|js|css|svg|webmanifest)$/.test(path)) continue;
    const text = path.endsWith(".css") ? withoutComments(bytes.toString()) : bytes.toString();
    if (path.endsWith(".html")) {
      const inline = scriptTags(text).find(({ source, text: code }) => !source || code !== "");
      if (inline) findings.push(`apps/web/dist/${path} has an inline script`);
      if (/\son[a-z]+=/i.test(text))
        findings.push(`apps/web/dist/${path} has an inline event handler`);
    }
    const absolute = text.match(/\b(?:https?|wss?):\/\/[a-z\d-][^\s"'`<>)\\]*/gi) ?? [];
    const implied = text.match(/(?<=(?:src|href)=["']|url\(["']?)\/\/[^\s"')]+/gi) ?? [];
    const foreign = [...absolute, ...implied].filter(
      (address) => !addressesNeverLoaded.some((known) => known.address.test(address)),
    );
    findings.push(
      ...new Set(foreign.map((each) => `apps/web/dist/${path} names another origin: ${each}`)),
    );
  }
  return findings;
}

/** The property that every zod schema has and that zod itself is built on; no minifier renames it. */
export const SCHEMA_MARK = "_zod";

/** The server judges what comes in, so a page needs no schemas; one import of a declaration would bring them and zod along. */
export function schemaFindings(built: Built): string[] {
  const scripts = [...built].filter(([path]) => path.endsWith(".js"));
  return scripts
    .filter(([, bytes]) => bytes.includes(SCHEMA_MARK))
    .map(([path]) => `apps/web/dist/${path} has zod schemas: import values of files without them`);
}

function judge(
  built: Built,
  manifest: Manifest,
  budget: Budget,
): { note: string; isOver: boolean } {
  const { screen, kilobytes, modules, followedBy = [] } = budget;
  const size = measureScreen(built, manifest, modules) / 1000;
  const later = measureScreen(built, manifest, [...modules, ...followedBy]) / 1000 - size;
  const after = later > 0 ? `, and ${later.toFixed(1)} KB after the first paint` : "";
  const note = `${screen}: ${size.toFixed(1)} KB of ${kilobytes} KB of JavaScript, gzip${after}`;
  return { note, isOver: size > kilobytes };
}

/** The figures of every budget; over a budget, and a module that the build does not have, are findings. */
export function judgeBudgets(
  built: Built,
  manifest: Manifest,
  all: readonly Budget[],
): { findings: string[]; notes: string[] } {
  const findings: string[] = [];
  const notes: string[] = [];
  for (const budget of all) {
    const named = [...budget.modules, ...(budget.followedBy ?? [])];
    const missing = named.filter((name) => !(name in manifest));
    findings.push(
      ...missing.map(
        (name) => `tools/src/check/budgets.ts: ${name} is no lazy module of the build`,
      ),
    );
    if (missing.length > 0) continue;
    const { note, isOver } = judge(built, manifest, budget);
    notes.push(note);
    if (isOver) findings.push(`over budget: ${note}`);
  }
  return { findings, notes };
}

/** Builds the web app unless it is the build of these sources already, and judges what a browser would load. */
export async function checkBuild({ root }: Repository): Promise<Outcome> {
  try {
    await ensureWebBuild(root, process.execPath, process.env);
  } catch (error) {
    return { findings: linesOf(error instanceof Error ? error.message : String(error)) };
  }
  const built = readBuilt(join(root, "apps/web/dist"));
  const manifest = JSON.parse(built.get(".vite/manifest.json")?.toString() ?? "{}") as Manifest;
  const { findings, notes } = judgeBudgets(built, manifest, budgets);
  const extent = `${built.size} files`;
  return {
    findings: [
      ...findings,
      ...pageFindings(built),
      ...schemaFindings(built),
      ...circleFindings(manifest),
    ],
    notes,
    extent,
  };
}
