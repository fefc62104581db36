import { fileContentPath, type MessageFile } from "@colbin/protocol";

/** An image for the list and the viewer; the file itself until the smaller one is made of it. */
export function pictureSource({ id, variants }: MessageFile): string {
  return fileContentPath(id, variants.includes("preview1280") ? { variant: "preview1280" } : {});
}
