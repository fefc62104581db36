import { documentTexts } from "./document-texts.ts";
import { DocumentPage } from "./DocumentPage.tsx";

/** Apart from the list of all documents: whoever opens one does not need it. */
export const documentScreen = {
  Component: DocumentPage,
  handle: { title: documentTexts.document },
} as const;
