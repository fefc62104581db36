import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isApiPath } from "./paths.ts";

/*
 * The built web app. The list of files is read once, so that no path of a request ever reaches the file system; each file
 * is read and compressed when it is first wanted, and stays in memory.
 */

export interface WebApp {
  /** Names this build of the app, as its page does; undefined where there is none. */
  readonly build: string | undefined;
  /** Sends a file of the app, or its first page for a place inside it; undefined when it has no such thing. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined;
}

type Encoding = "br" | "gzip" | "identity";

interface Variant {
  readonly body: Buffer;
  readonly etag: string;
}

interface WebFile {
  readonly type: string;
  readonly cacheControl: string;
  readonly encodings: readonly Encoding[];
  variant(encoding: Encoding): Promise<Variant>;
}

const INDEX = "/index.html";
/** Of files whose names change with their content. */
export const IMMUTABLE_FOLDER = "/assets/";
/** Pages for whoever has their link: no robot lists them. */
const PUBLIC_PLACES = "/public/";
const buildMark = /<meta name="build" content="([\w-]+)"/;
const BROTLI_QUALITY = 9;

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
const compressed = /^(text\/|image\/svg|application\/(json|manifest))/;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * The app in this folder, and behind it the hashed files of the release before, for tabs that have that one; a folder that is not
 * there has no files.
 */
export function openWebApp(folder: string, releaseBefore?: string): WebApp {
  const files = new Map([
    ...(releaseBefore === undefined ? [] : listFiles(releaseBefore)),
    ...listFiles(folder),
  ]);
  return {
    build: findWebBuild(folder),
    answer(request, reply) {
      if (request.method !== "GET" && request.method !== "HEAD") return undefined;
      const path = request.url.split("?", 1)[0] ?? "/";
      const file = files.get(path) ?? (isPage(path, request) ? files.get(INDEX) : undefined);
      if (path.startsWith(PUBLIC_PLACES)) reply.header("x-robots-tag", "noindex, nofollow");
      return file && send(file, request, reply);
    },
  };
}

/** The name that the build gave to itself in its first page. */
export function findWebBuild(folder: string): string | undefined {
  try {
    return buildMark.exec(readFileSync(join(folder, INDEX), "utf8"))?.[1];
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function listFiles(folder: string): ReadonlyMap<string, WebFile> {
  const entries = readFolder(folder);
  return new Map(
    entries.map((path) => [`/${path.replaceAll(sep, "/")}`, toWebFile(folder, path)] as const),
  );
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as { code?: string }).code === "ENOENT";
}

function toWebFile(folder: string, path: string): WebFile {
  const type = types[extname(path)] ?? "application/octet-stream";
  const variants = new Map<Encoding, Promise<Variant>>();
  const isImmutable = `/${path.replaceAll(sep, "/")}`.startsWith(IMMUTABLE_FOLDER);
  return {
    type,
    cacheControl: isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
    encodings: compressed.test(type) ? ["br", "gzip"] : [],
    variant(encoding) {
      const known = variants.get(encoding) ?? makeVariant(join(folder, path), encoding);
      variants.set(encoding, known);
      // A reading that failed says nothing of the next one.
      known.catch(() => variants.delete(encoding));
      return known;
    },
  };
}

async function makeVariant(path: string, encoding: Encoding): Promise<Variant> {
  const plain = await readFile(path);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  return { body: await compress(plain, encoding), etag: `"${hash}-${encoding}"` };
}

function compress(body: Buffer, encoding: Encoding): Promise<Buffer> | Buffer {
  switch (encoding) {
    case "br":
      return toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
    case "gzip":
      return toGzip(body, { level: 9 });
    case "identity":
      return body;
  }
}

/** A place inside the app is a path that a person opens: a page is asked for, and it is not the API. The first one is always. */
function isPage(path: string, request: FastifyRequest): boolean {
  if (path === "/") return true;
  if (isApiPath(path) || path.startsWith(IMMUTABLE_FOLDER)) return false;
  return request.headers.accept?.includes("text/html") === true;
}

async function send(
  file: WebFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(file.encodings, request.headers["accept-encoding"]);
  const { body, etag } = await file.variant(encoding);
  reply.header("etag", etag).header("cache-control", file.cacheControl);
  if (file.encodings.length > 0) addVary(reply, "accept-encoding");
  if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.code(200).type(file.type).send(body);
}

function chooseEncoding(offered: readonly Encoding[], accepted: string | undefined): Encoding {
  const wanted = (accepted ?? "")
    .split(",")
    .map((each) => each.trim().toLowerCase())
    .filter((each) => !/;\s*q=0(\.0*)?$/.test(each))
    .map((each) => each.split(";", 1)[0]);
  return offered.find((each) => wanted.includes(each)) ?? "identity";
}

function addVary(reply: FastifyReply, name: string): void {
  const before = reply.getHeader("vary");
  reply.header("vary", before === undefined ? name : `${String(before)}, ${name}`);
}
