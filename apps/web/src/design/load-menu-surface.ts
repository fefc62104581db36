export async function loadMenuSurface() {
  return (await import("./MenuSurface.tsx")).MenuSurface;
}
