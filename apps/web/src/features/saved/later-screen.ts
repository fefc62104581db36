import { laterTexts } from "./later-texts.ts";
import { LaterPage } from "./LaterPage.tsx";

/** The title of the tab is loaded with the screen. */
export const laterScreen = {
  Component: LaterPage,
  handle: { title: laterTexts.title },
} as const;
