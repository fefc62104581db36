import { parentPort } from "node:worker_threads";
import {
  examineMarkdown,
  type DocumentContent,
  type PagePlace,
  type UnknownPart,
} from "@colbin/documents";
import { readContents, readHtml } from "./html-markdown.ts";
import type { PageAnswer, PageOrder, ReadPage } from "./page-reader.ts";

/* The program of the thread that reads pages (page-reader.ts). */

parentPort?.on("message", (order: PageOrder) => parentPort?.postMessage(answer(order), []));
// The program has loaded all that it needs.
parentPort?.postMessage({}, []);

function answer({ kind, text, place }: PageOrder): PageAnswer {
  try {
    if (kind === "contents") return { links: readContents(text) };
    if (kind === "text") return { page: { title: undefined, ...examineMarkdown(text) } };
    if (kind === "markdown") return { page: readMarkdown(withoutFrontMatter(text), place) };
    const { title, markdown, dropped } = readHtml(text);
    const page = readMarkdown(markdown, place);
    const gone = Object.entries(dropped).map(([name, count]): UnknownPart => ({
      kind: "node",
      name,
      count,
    }));
    return { page: { ...page, title: title ?? page.title, unknown: [...page.unknown, ...gone] } };
  } catch {
    // A text that takes the stack of a parser, or that it does not understand.
    return {};
  }
}

/** A first heading of the first level is the title. */
function readMarkdown(markdown: string, place: PagePlace | undefined): ReadPage {
  const [, heading, rest] = /^\s*# +([^\n]+)(?:\n|$)([\s\S]*)$/.exec(markdown) ?? [];
  const { content, unknown } = examineMarkdown((rest ?? markdown).replace(/^\s*\n/, ""), place);
  return { title: heading && toWords(examineMarkdown(heading).content), content, unknown };
}

function toWords({ text = "", content = [] }: DocumentContent): string {
  return text + content.map(toWords).join("");
}

function withoutFrontMatter(markdown: string): string {
  return markdown.replace(/^\uFEFF?---\n[\s\S]*?\n---\n/, "");
}
