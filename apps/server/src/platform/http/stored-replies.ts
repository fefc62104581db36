import { Readable } from "node:stream";
import { create } from "content-disposition";
import type { FastifyReply, FastifyRequest } from "fastify";
import { FILE_POLICY } from "./file-policy.ts";

/*
 * Bytes that are kept, as HTTP serves them (RFC 9110): validators, ranges, and headers by which a browser runs nothing of them,
 * whatever it takes them for.
 */

/** Both ends are part of it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredReply {
  /** As people called it. */
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  /** Another content has another one. */
  readonly etag: string;
  /** A page may show it; else it is saved. */
  readonly isShown: boolean;
  /** Its address never leads to other bytes, and nobody comes to know it who may not have them. */
  readonly isImmutable?: boolean;
  readonly read: (range?: ByteRange) => Promise<Readable>;
}

/** A browser keeps it and asks before each use whether it may: that ends with the access. */
const CACHE_CONTROL = "private, no-cache";
const KEPT = "private, max-age=31536000, immutable";

/** Answers with the whole, one range of it, its headers alone for HEAD, or that nothing has changed. */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  stored: StoredReply,
): Promise<FastifyReply> {
  const { name, mediaType, size, isShown, isImmutable = false, read } = stored;
  const etag = `"${stored.etag}"`;
  reply.headers({
    etag,
    "accept-ranges": "bytes",
    "cache-control": isImmutable ? KEPT : CACHE_CONTROL,
    "content-security-policy": FILE_POLICY,
    "content-disposition": create(name, { type: isShown ? "inline" : "attachment" }),
  });
  if (hasEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  reply.type(mediaType);
  // The length of a stream stays as it is said: of a text Fastify would tell its own.
  if (request.method === "HEAD")
    return reply.header("content-length", size).send(Readable.from([]));
  const asked = wantsRange(request, etag) ? readRange(request.headers.range ?? "", size) : "all";
  if (asked === "outside")
    return reply.code(416).header("content-range", `bytes */${size}`).send("");
  if (asked === "all") return reply.header("content-length", size).send(await read());
  const { start, end } = asked;
  return reply
    .code(206)
    .header("content-range", `bytes ${start}-${end}/${size}`)
    .header("content-length", end - start + 1)
    .send(await read(asked));
}

function hasEtag(header: string | undefined, etag: string): boolean {
  return (header ?? "").split(",").some((each) => each.trim().replace(/^W\//, "") === etag);
}

/** A range of another content than the one that is there is not what was asked for. */
function wantsRange({ headers }: FastifyRequest, etag: string): boolean {
  const condition = headers["if-range"];
  return headers.range !== undefined && (condition === undefined || condition === etag);
}

/** Several ranges at once are answered with the whole, as RFC 9110 allows. */
function readRange(header: string, size: number): ByteRange | "all" | "outside" {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  if (!match || header.trim() === "bytes=-") return "all";
  const [first = "", last = ""] = match.slice(1);
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end ? { start, end } : "outside";
}
