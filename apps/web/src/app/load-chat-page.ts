/** The screen of one room, which is what most visits open. */
export function loadChatPage() {
  return import("./ChatPage.tsx");
}
