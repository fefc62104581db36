/** Decodes a part of an address; one whose percent signs are of no encoding stays as it is. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
