import { BrowsePage } from "./BrowsePage.tsx";
import { browseTexts } from "./browse-texts.ts";

/** What the tab is called comes with the screen. */
export const browseScreen = {
  Component: BrowsePage,
  handle: { title: browseTexts.title },
} as const;
