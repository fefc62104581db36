import { BrowsePage } from "./BrowsePage.tsx";
import { browseTexts } from "./browse-texts.ts";

/** The title of the tab is loaded with the screen. */
export const browseScreen = {
  Component: BrowsePage,
  handle: { title: browseTexts.title },
} as const;
