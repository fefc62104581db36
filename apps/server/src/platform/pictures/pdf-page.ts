import { PDFiumLibrary } from "@hyzyla/pdfium";
import { parentPort, workerData } from "node:worker_threads";

/*
 * The program of a thread in which the first page of a PDF is drawn. The library is WebAssembly, which nothing in its own thread can
 * end: beside it the decoder looks at the memory of both.
 */

/** A page as it was drawn, four bytes a pixel. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

const SIDE = 1280;
/** Of a page that is given as very small. */
const SCALE_MAX = 8;

async function draw(bytes: Uint8Array): Promise<DrawnPage> {
  const library = await PDFiumLibrary.init();
  const page = (await library.loadDocument(bytes)).getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(SCALE_MAX, SIDE / Math.max(originalWidth, originalHeight));
  const toSide = (length: number) => Math.min(SIDE, Math.max(1, Math.round(length * scale)));
  const [width, height] = [toSide(originalWidth), toSide(originalHeight)];
  const { data } = await page.render({ width, height, render: "bitmap" });
  // The memory of the library cannot be handed over.
  return { width, height, data: new Uint8Array(data) };
}

const page = await draw(workerData as Uint8Array);
parentPort?.postMessage(page, [page.data.buffer]);
