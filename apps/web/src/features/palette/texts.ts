import type { Text } from "#web/lib/language/i18n.ts";

export const paletteTexts = {
  title: { id: "palette.title", message: "Command palette" },
  results: { id: "palette.results", message: "Results" },
  placeholder: {
    id: "palette.placeholder",
    message: "Type : for pages, # for channels, @ for users, > for actions...",
  },
  hints: { id: "palette.hints", message: "Look for" },
  empty: { id: "palette.empty", message: "Quick search across your workspace" },
  searching: { id: "palette.searching", message: "Searching..." },
  noResults: { id: "palette.noResults", message: 'No results found for "{query}"' },
  start: { id: "palette.start", message: "Start typing to search..." },
  found: { id: "palette.found", message: "{n, plural, one {# result} other {# results}}" },
  searchFailed: { id: "palette.searchFailed", message: "Search failed" },
  executeFailed: { id: "palette.executeFailed", message: "Failed to execute command" },
  unavailable: {
    id: "palette.unavailable",
    message: "Unable to execute this command. It may no longer be available.",
  },
  tryAgain: { id: "error.retry", message: "Try Again" },
  move: { id: "palette.move", message: "Move" },
  open: { id: "palette.open", message: "Open" },
  openAndStay: { id: "palette.openAndStay", message: "Open and stay" },
  home: { id: "palette.home", message: "Home" },
  chat: { id: "palette.chat", message: "Chat" },
  chatWords: { id: "palette.chatWords", message: "rooms messages" },
  overview: { id: "dashboard.title", message: "Overview" },
  overviewWords: { id: "palette.overviewWords", message: "dashboard unread waiting" },
  shortcuts: { id: "app.shortcuts", message: "Keyboard shortcuts" },
  shortcutWords: { id: "app.shortcutWords", message: "keys help hotkeys" },
  terms: { id: "legal.terms", message: "Terms of Service" },
  privacyPolicy: { id: "legal.privacy", message: "Privacy Policy" },
  inSettings: { id: "palette.inSettings", message: "Settings" },
  ofOrganization: { id: "palette.ofOrganization", message: "Settings, {name}" },
  members: { id: "palette.members", message: "{n, plural, one {# member} other {# members}}" },
  noDescription: { id: "palette.noDescription", message: "No description" },
  inRoom: { id: "palette.inRoom", message: "{author} in {room}" },
  current: { id: "palette.current", message: "On now" },
  soundOn: { id: "palette.soundOn", message: "Switch the chat sound on" },
  soundOff: { id: "palette.soundOff", message: "Switch the chat sound off" },
  typingOn: { id: "palette.typingOn", message: "Show others that you are writing" },
  typingOff: { id: "palette.typingOff", message: "Do not show others that you are writing" },
  threads: { id: "palette.threads", message: "Threads" },
} as const satisfies Record<string, Text>;

/** In the field, with each prefix. */
export const placeholderTexts = {
  channels: { id: "palette.prefix.channels", message: "Search channels..." },
  users: { id: "palette.prefix.users", message: "Search users..." },
  actions: { id: "palette.prefix.actions", message: "Run a command..." },
  pages: { id: "palette.prefix.pages", message: "Navigate to page..." },
  help: { id: "palette.prefix.help", message: "Search help..." },
  files: { id: "palette.prefix.files", message: "Search files..." },
  messages: { id: "palette.prefix.messages", message: "Search messages..." },
  settings: { id: "palette.prefix.quickSettings", message: "Quick settings..." },
  recent: { id: "palette.prefix.recent", message: "Recent items..." },
  everything: { id: "palette.prefix.everything", message: "Search everything..." },
} as const satisfies Record<string, Text>;

/** The use of each prefix, and the headings of the results. */
export const prefixTexts = {
  channels: { id: "palette.hint.channels", message: "Channels" },
  users: { id: "palette.hint.users", message: "Users" },
  actions: { id: "palette.hint.actions", message: "Actions" },
  pages: { id: "palette.hint.pages", message: "Pages" },
  help: { id: "palette.help", message: "Help" },
  files: { id: "palette.files", message: "Files" },
  messages: { id: "palette.messages", message: "Messages" },
  settings: { id: "palette.quickSettings", message: "Quick settings" },
  recent: { id: "palette.recent", message: "Recent" },
  everything: { id: "palette.everything", message: "Everything" },
} as const satisfies Record<string, Text>;
