import { fileTypeFromBuffer } from "file-type";

/* The type of a file is what its bytes are; nobody's word counts (rules-collab 33). */

/** The beginning of a file that is looked at. */
export const HEAD_BYTES = 64 * 1024;

const OCTETS = "application/octet-stream";
const PLAIN = "text/plain; charset=utf-8";
/** Kinds of texts that a browser would run or draw; a PDF may be one. */
const activeTexts: readonly (readonly [RegExp, string])[] = [
  [/<svg[\s>]/i, "image/svg+xml"],
  [/<(?:!doctype html|html|head|body|script|iframe)[\s>]/i, "text/html; charset=utf-8"],
  [/^\s*<\?xml/i, "application/xml"],
  [/^%PDF-/, "application/pdf"],
];
/** A text says at its beginning what it is. */
const BEGINNING = 4_096;

/** The media type of a file that begins with these bytes, which are all of it if there are fewer than HEAD_BYTES. */
export async function detectMediaType(head: Uint8Array): Promise<string> {
  const text = toText(head);
  if (text !== undefined) {
    const beginning = text.slice(0, BEGINNING);
    return activeTexts.find(([form]) => form.test(beginning))?.[1] ?? PLAIN;
  }
  const found = await detectBinary(head);
  return found ?? OCTETS;
}

/** The library throws at what ends in the middle. */
async function detectBinary(head: Uint8Array): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    return undefined;
  }
}

/** Undefined for what is no UTF-8 or has signs that no text has; a sign may be cut at the end of the head. */
function toText(head: Uint8Array): string | undefined {
  try {
    const isWhole = head.length < HEAD_BYTES;
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: !isWhole });
    return /[\0-\u0008\u000E-\u001A\u001C-\u001F]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
