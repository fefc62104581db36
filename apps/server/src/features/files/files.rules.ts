import { FILE_NAME_MAX_BYTES, isTextFile, type FileStatus, type FileType } from "@colbin/protocol";

/* Names and kinds of files (rules-collab 33, 35), and the units of their limits. */

export const MB = 1_000_000;
export const GB = 1_000_000_000;

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Controls, marks that turn the direction of text, and signs without width. */
const UNSEEN = /[\p{Cc}\p{Cs}\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

/** The name of a file as it is kept and saved under: no folder, nothing unseen, at most 255 bytes. */
export function cleanName(written: string): string {
  const [last = ""] = written.normalize("NFC").split(/[/\\]/).slice(-1);
  const seen = last
    .replaceAll(UNSEEN, "")
    .replace(/[\s.]+$/, "")
    .trim();
  const name = RESERVED.test(seen) ? `_${seen}` : seen;
  return cutName(name === "" ? "file" : name);
}

/** Cut before its ending, which tells people what it is. */
function cutName(name: string): string {
  if (Buffer.byteLength(name) <= FILE_NAME_MAX_BYTES) return name;
  const ending = /\.[^.]{1,16}$/u.exec(name)?.[0] ?? "";
  let stem = "";
  for (const sign of name.slice(0, name.length - ending.length)) {
    if (Buffer.byteLength(stem + sign + ending) > FILE_NAME_MAX_BYTES) break;
    stem += sign;
  }
  return stem + ending;
}

/** A program that saves what was made of a file calls it by what it is. */
export function toVariantName(name: string, mediaType: string): string {
  const ending = variantEndings[mediaType];
  return ending === undefined ? name : cutName(`${name.replace(/\.[^.]{1,16}$/u, "")}${ending}`);
}

const variantEndings: Readonly<Record<string, string>> = { "image/webp": ".webp" };

/** Is this name, or this type, one that the operator refuses? */
export function isBlocked(
  { name, mediaType }: { readonly name: string; readonly mediaType?: string },
  blocked: readonly string[],
): boolean {
  const lower = name.toLowerCase();
  const [bareType] = (mediaType ?? "").split(";");
  return blocked.some((each) => (each.startsWith(".") ? lower.endsWith(each) : each === bareType));
}

/** Files of which images are made, which a page shows; they themselves are only saved (rules-collab 34). */
const decoded: ReadonlySet<string> = new Set([
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
  "image/avif",
  "application/pdf",
]);

export function isDecoded(mediaType: string): boolean {
  return decoded.has(mediaType);
}

/** A page may show these by themselves: nothing of them can run (rules-collab 35). */
const shown: ReadonlySet<string> = new Set([
  "video/mp4",
  "video/webm",
  "audio/mpeg",
  "audio/ogg",
  "audio/wav",
  "audio/mp4",
  "audio/webm",
  "text/plain; charset=utf-8",
]);

export function isShown(mediaType: string): boolean {
  return shown.has(mediaType);
}

const archives = /zip|x-7z|x-rar|gzip|x-tar|x-bzip|x-xz|zstd|x-compress|vnd\.debian|x-cpio/;
const documents =
  /^application\/(?:pdf|rtf|msword|epub\+zip|vnd\.(?:ms-|openxmlformats-|oasis\.opendocument))/;
const codeEndings =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|c|h|cc|cpp|hpp|cs|php|sh|sql|html?|css|scss|xml|svg|json|ya?ml|toml|swift|lua|pl|r|diff|patch)$/i;

/** The kind of thing that a file is to people: by its content, and of texts by their name. */
export function toFileType(mediaType: string, name: string): FileType {
  if (mediaType.startsWith("image/") && mediaType !== "image/svg+xml") return "image";
  if (mediaType.startsWith("video/")) return "video";
  if (mediaType.startsWith("audio/")) return "audio";
  if (documents.test(mediaType)) return "document";
  if (archives.test(mediaType)) return "archive";
  if (isTextFile(mediaType)) return codeEndings.test(name) ? "code" : "document";
  return "other";
}

/** `expired`: its bytes are gone, since its workspace keeps files for so long only. */
export type StoredStatus = FileStatus | "expired";

/** The status of a file as people are told it: a file whose bytes are gone, or that its owner has deleted, is deleted to all. */
export function toStatus(row: {
  readonly status: StoredStatus;
  readonly trashedAt: Date | null;
  readonly hasBytes: boolean;
}): FileStatus {
  const { status, trashedAt, hasBytes } = row;
  return trashedAt !== null || !hasBytes || status === "expired" ? "deleted" : status;
}
