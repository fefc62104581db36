import { EMOJI_NAME_MAX } from "@colbin/protocol";

/** A name for an emoji of this file: as much of the file's name as an emoji may be called. */
export function proposeEmojiName(fileName: string): string {
  return fileName
    .replace(/\.[^.]*$/, "")
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9_-]+/g, "_")
    .replaceAll(/^[_-]+|[_-]+$/g, "")
    .slice(0, EMOJI_NAME_MAX);
}
