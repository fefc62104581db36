import { fileContentPath, type MessageFile } from "@colbin/protocol";

/**
 * An image for the list and the viewer, as the server made it; one that moves does so, unless the person wants no motion. A PDF
 * is shown by its first page.
 */
export function pictureSource({ id, variants }: MessageFile): string {
  if (variants.includes("pdfPage")) return fileContentPath(id, { variant: "pdfPage" });
  const mayMove = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const isMoving = mayMove && variants.includes("motion640");
  return fileContentPath(id, { variant: isMoving ? "motion640" : "preview1280" });
}
