import { fileContentPath, type MessageFile } from "@colbin/protocol";

/** An image for the list and the viewer, as the server made it; one that moves does so, unless the person wants no motion. */
export function pictureSource({ id, variants }: MessageFile): string {
  const mayMove = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const isMoving = mayMove && variants.includes("motion640");
  return fileContentPath(id, { variant: isMoving ? "motion640" : "preview1280" });
}
