import { createStore } from "@colbin/client";
import { remember } from "#web/lib/react/remember.ts";
import { MARKDOWN_KEPT_CHARS, MARKDOWN_PATIENCE_MS } from "./constants.ts";
import type { Block } from "./tree.ts";

type ReadMarkdown = (content: string) => readonly Block[];

function asWritten(content: string): readonly Block[] {
  return [{ kind: "paragraph", children: [{ kind: "text", text: content }] }];
}

/** Reads the texts of messages. Until the parser has loaded, and where it does not load, each is shown as it was written. */
export const markdownReader = createStore<ReadMarkdown>(asWritten);

const loaded = import("./markdown.ts").then(
  // Rows come and go while one scrolls.
  ({ parseMarkdown }) => markdownReader.update(() => remember(parseMarkdown, MARKDOWN_KEPT_CHARS)),
  () => undefined,
);

/** Settles when Markdown can be read, or soon; never fails. */
export const whenMarkdownReadable = Promise.race([
  loaded,
  new Promise<void>((resolve) => {
    setTimeout(resolve, MARKDOWN_PATIENCE_MS);
  }),
]);
