import { documentNodes, readContent } from "@colbin/documents";
import { generateHTML } from "@tiptap/core";
import { Doc } from "yjs";
import type { CopyPlace } from "#web/lib/device/document-copies.ts";
import { t } from "#web/lib/language/i18n.ts";
import { openCopy } from "./device-copy.ts";
import { documentTexts } from "./document-texts.ts";
import { saveCopy } from "./save-copy.ts";

/** Saves the text that this device keeps of a document, without asking the server. */
export async function downloadCopy(place: CopyPlace): Promise<void> {
  const doc = new Doc();
  const copy = await openCopy(doc, place);
  try {
    if (!copy) throw new Error("The device does not give its copy of the document.");
    saveCopy(t(documentTexts.document), generateHTML(readContent(doc), documentNodes()));
  } finally {
    copy?.close();
    doc.destroy();
  }
}
