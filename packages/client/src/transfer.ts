import type { File, FileId } from "@colbin/protocol";
import type { AccountWithTokens } from "./account.ts";
import { toApiError, type ApiError } from "./api-error.ts";
import type { CallOptions } from "./http.ts";
import type { Bytes } from "./runtime.ts";

/** The first piece; the next ones take about a second each, so that the line tells how far it is. */
const PIECE_BYTES = 256 * 1024;
const PIECE_MIN_BYTES = 64 * 1024;
const PIECE_MAX_BYTES = 8 * 1024 * 1024;
const PIECE_MS = 1_000;

type Io = Pick<AccountWithTokens, "call" | "exchange"> & { readonly now: () => number };

export interface Transfer {
  readonly name: string;
  readonly bytes: Bytes;
  /** Where it is to be sent; undefined for what stands in no room. */
  readonly roomSlug: string | undefined;
  readonly workspaceId: string | undefined;
  /** A repetition of the call that begins the upload with it begins no second one. */
  readonly attempt: string;
  /** Begun already. */
  readonly uploadId: FileId | undefined;
  readonly signal: AbortSignal;
  readonly onBegun: (id: FileId) => Promise<void>;
  /** Hears how many bytes the server has. */
  readonly onProgress: (sent: number) => void;
}

/** Brings the bytes to the server, from where an earlier try came to, and makes a file of them. Every failure is an ApiError. */
export async function transfer(io: Io, job: Transfer): Promise<File> {
  const known = job.uploadId && (await resume(io, job, job.uploadId));
  if (typeof known === "object") return known;
  const id = known === undefined ? await begin(io, job) : (job.uploadId as FileId);
  let offset = known ?? 0;
  let length = PIECE_BYTES;
  job.onProgress(offset);
  const { size } = job.bytes;
  while (offset < size) {
    const began = io.now();
    const next = await append(io, job, id, { offset, length });
    const rate = (next - offset) / Math.max(1, io.now() - began);
    length = Math.round(Math.min(PIECE_MAX_BYTES, Math.max(PIECE_MIN_BYTES, rate * PIECE_MS)));
    offset = next;
    job.onProgress(offset);
  }
  return io.call("completeUpload", { params: { id } }, optionsOf(job));
}

/** Nothing has to be kept by the server to make a repetition safe: each call says where it begins. */
function optionsOf({ signal, workspaceId }: Transfer): CallOptions {
  return { idempotencyKey: "none", signal, ...(workspaceId && { workspaceId }) };
}

/** How far it is, or the file where it was only the answer that was lost; undefined where the server has it no more. */
async function resume(io: Io, job: Transfer, id: FileId): Promise<number | File | undefined> {
  const input = { params: { id } };
  try {
    return offsetOf(await io.exchange("getUpload", input, optionsOf(job)));
  } catch (cause) {
    if (!isGone(toApiError(cause))) throw cause;
  }
  try {
    return await io.call("completeUpload", input, optionsOf(job));
  } catch (cause) {
    if (!isGone(toApiError(cause))) throw cause;
    return undefined;
  }
}

/** Not aborted in the middle: an upload that was begun is one to go on with, or to be ended. */
async function begin(io: Io, job: Transfer): Promise<FileId> {
  const { name, bytes, roomSlug, attempt } = job;
  const { signal: _, ...options } = optionsOf(job);
  const { id } = await io.call(
    "startUpload",
    { body: { name, size: bytes.size, ...(roomSlug !== undefined && { roomSlug }) } },
    { ...options, idempotencyKey: attempt },
  );
  await job.onBegun(id);
  return id;
}

/** Answers where the server is then. */
async function append(
  io: Io,
  job: Transfer,
  id: FileId,
  { offset, length }: { readonly offset: number; readonly length: number },
): Promise<number> {
  const bytes = job.bytes.slice(offset, Math.min(job.bytes.size, offset + length));
  try {
    const options = { ...optionsOf(job), piece: { bytes, offset } };
    return offsetOf(await io.exchange("appendUpload", { params: { id } }, options));
  } catch (cause) {
    const { code, details } = toApiError(cause);
    const { offset: there } = details;
    if (code === "UPLOAD_MISMATCH" && typeof there === "number" && there !== offset) return there;
    throw cause;
  }
}

function offsetOf({ headers }: { readonly headers: { get(name: string): string | null } }): number {
  return Number(headers.get("upload-offset"));
}

function isGone({ status }: ApiError): boolean {
  return status === 404 || status === 410;
}
