import { ThreadsPage } from "./ThreadsPage.tsx";
import { threadTexts } from "./texts.ts";

/** The title of the tab comes with the screen. */
export const threadsScreen = {
  Component: ThreadsPage,
  handle: { title: threadTexts.list },
} as const;
