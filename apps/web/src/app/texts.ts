import type { Text } from "#web/lib/language/i18n.ts";

export const appTexts = {
  title: { id: "app.title", message: "{page} · {product}" },
  skip: { id: "app.skip", message: "Skip to content" },
  sidebar: { id: "app.sidebar", message: "Workspace and rooms" },
  settings: { id: "settings.title", message: "Settings" },
  rooms: { id: "app.rooms", message: "Rooms" },
  offline: {
    id: "app.offline",
    message: "You are offline. Messages you write are sent when you are back.",
  },
  inPersonal: { id: "app.inPersonal", message: "You are in Personal now" },
  accessLost: {
    id: "errors.WORKSPACE_ACCESS_LOST",
    message: "You no longer have access to this organization",
  },
  newVersion: { id: "app.newVersion", message: "A new version is ready" },
  reload: { id: "app.reload", message: "Reload" },
  tryNow: { id: "app.tryNow", message: "Try now" },
  errorTitle: { id: "error.title", message: "Oops! Something went wrong" },
  errorText: {
    id: "app.errorText",
    message:
      "Your messages are safe. Try again, and if it stays like this, pass the details below to your administrator.",
  },
  errorReferenceText: {
    id: "app.errorReferenceText",
    message:
      "Your messages are safe. Try again, and if it stays like this, pass the reference below to your administrator.",
  },
  tryAgain: { id: "error.retry", message: "Try Again" },
  goHome: { id: "error.home", message: "Go Home" },
  details: { id: "app.details", message: "Details" },
  reference: { id: "app.reference", message: "Reference  {reference}" },
  routerErrorTitle: { id: "error.router", message: "Unexpected Application Error!" },
  notFoundTitle: { id: "app.notFoundTitle", message: "There is no such page" },
  nextRegion: { id: "app.nextRegion", message: "Next area of the page" },
  previousRegion: { id: "app.previousRegion", message: "Previous area of the page" },
  regionWords: { id: "app.regionWords", message: "focus sidebar messages composer" },
  showShortcuts: { id: "app.showShortcuts", message: "Show the keyboard shortcuts" },
  shortcutWords: { id: "app.shortcutWords", message: "keys help hotkeys" },
  toggleTheme: { id: "app.toggleTheme", message: "Switch between light and dark" },
  themeWords: { id: "app.themeWords", message: "theme colors appearance night" },
  shortcuts: { id: "app.shortcuts", message: "Keyboard shortcuts" },
  loading: { id: "app.loading", message: "Loading" },
} as const satisfies Record<string, Text>;
