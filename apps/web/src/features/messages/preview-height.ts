import type { LinkPreview } from "@colbin/protocol";

/** A card with a description has the place of two lines more. */
export function previewHeight({ description }: LinkPreview): string {
  return description === undefined ? "h-16" : "h-25";
}
