/** As the palette writes the addresses of pages: '/current/' is replaced by '/' (specification, section 2). */
export function toPagePath(path: string): string {
  return path.replace("/current/", "/");
}

/** Pages are entered by a full page load (specification, section 2). */
export function openPage(path: string): void {
  window.location.assign(toPagePath(path));
}
