import { documentTexts } from "./document-texts.ts";
import { DocumentsPage } from "./DocumentsPage.tsx";

/** The title of the tab comes with the screen. */
export const documentsScreen = {
  Component: DocumentsPage,
  handle: { title: documentTexts.title },
} as const;
