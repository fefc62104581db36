/** Keys that newcomers are told of first. */
export const mainKeys = {
  palette: "Mod+K",
  nextUnread: "Alt+Shift+ArrowDown",
  shortcuts: "?",
} as const;
