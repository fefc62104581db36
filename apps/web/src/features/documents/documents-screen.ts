import { documentTexts } from "./document-texts.ts";
import { DocumentPage } from "./DocumentPage.tsx";
import { DocumentsPage } from "./DocumentsPage.tsx";

/** The title of the tab comes with the screens. */
export const documentsScreen = {
  Component: DocumentsPage,
  handle: { title: documentTexts.title },
} as const;

export const documentScreen = {
  Component: DocumentPage,
  handle: { title: documentTexts.document },
} as const;
