import { FilesPage } from "./FilesPage.tsx";
import { fileTexts } from "./texts.ts";

/** The title of the tab comes with the screen. */
export const filesScreen = {
  Component: FilesPage,
  handle: { title: fileTexts.title },
} as const;
