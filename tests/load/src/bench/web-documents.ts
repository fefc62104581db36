import { setTimeout as sleep } from "node:timers/promises";
import { DOCUMENT_FIELD } from "@colbin/protocol";
import type { HocuspocusProvider } from "@hocuspocus/provider";
import { XmlElement, XmlText } from "yjs";
import { createHistogram, type LatencyHistogram } from "./histogram.ts";
import { pressKey, takeKeys, withReader } from "./web-reader.ts";

/*
 * How soon a key stands in the text of a document that others write in as well, in a real Chromium whose page has a quarter of the
 * processor.
 */

export interface KeySizes {
  /** Each writes a word after so many milliseconds, in a paragraph of its own. */
  readonly writers: number;
  readonly wordMs: number;
  readonly seconds: number;
}

const SLOWER = 4;
const WARM_UP_MS = 3_000;
/** So long between two keys of somebody who writes fast. */
const KEY_MS = 90;
const LETTERS = "thequickbrownfoxjumpsoverthelazydog";
/** Event Timing leaves out what took less: it is taken for as long as it may be. */
const SHORTEST_MS = 16;

/** Milliseconds from each key until it is shown, by Event Timing. */
export async function measureDocumentKeys(
  baseUrl: string,
  token: string,
  {
    id,
    writers,
    wordMs,
    seconds,
  }: Omit<KeySizes, "writers"> & {
    readonly id: string;
    readonly writers: readonly HocuspocusProvider[];
  },
): Promise<LatencyHistogram> {
  return withReader(baseUrl, token, async (reader) => {
    const { page, input } = reader;
    await page.goto(`/documents/${id}`);
    const text = page.getByRole("textbox", { name: "Text of the document" });
    await page.getByText("Saved", { exact: true }).waitFor();
    await text.press("Control+Home");
    await input.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const isOver = new AbortController();
    const writing = writers.map(async (writer, at) => {
      while (!isOver.signal.aborted) {
        writeWord(writer, at);
        await sleep(wordMs);
      }
    });
    await sleep(WARM_UP_MS);
    await takeKeys(reader);
    const pressed: Promise<unknown>[] = [];
    for (let key = 0; key < (seconds * 1_000) / KEY_MS; key += 1) {
      pressed.push(pressKey(reader, LETTERS.charAt(key % LETTERS.length)));
      await sleep(KEY_MS);
    }
    await Promise.all(pressed);
    const { keys, timedKeys } = await takeKeys(reader);
    isOver.abort();
    await Promise.all(writing);
    if (keys.length < pressed.length)
      throw new Error(`${pressed.length - keys.length} keys were not seen`);
    const times = createHistogram();
    for (let at = 0; at < keys.length; at += 1) times.record(timedKeys[at] ?? SHORTEST_MS);
    return times;
  });
}

function writeWord({ document }: HocuspocusProvider, writer: number): void {
  const paragraph = document.getXmlFragment(DOCUMENT_FIELD).get(writer + 1);
  const text = paragraph instanceof XmlElement ? paragraph.get(0) : undefined;
  if (text instanceof XmlText) text.insert(text.length, " word");
}
