import { SearchPage } from "./SearchPage.tsx";
import { searchTexts } from "./search-texts.ts";

/** The title of the tab comes with the screen. */
export const searchScreen = {
  Component: SearchPage,
  handle: { title: searchTexts.title },
} as const;
