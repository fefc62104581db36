import type { Text } from "#web/lib/i18n.ts";

export const appTexts = {
  skip: { id: "app.skip", message: "Skip to content" },
  sidebar: { id: "app.sidebar", message: "Workspace and rooms" },
  rooms: { id: "app.rooms", message: "Rooms" },
  offline: {
    id: "app.offline",
    message: "You are offline. Messages you write are sent when you are back.",
  },
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
  unknownError: { id: "api.default", message: "An error occurred" },
  loading: { id: "app.loading", message: "Loading" },
} as const satisfies Record<string, Text>;
