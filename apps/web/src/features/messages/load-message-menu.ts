export async function loadMessageMenu() {
  return (await import("./MessageMenu.tsx")).MessageMenu;
}
