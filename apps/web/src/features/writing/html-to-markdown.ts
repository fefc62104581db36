import Turndown from "turndown";
import { HEADING_LEVEL_MAX } from "#web/features/markdown/constants.ts";
import { safeUrl } from "#web/features/markdown/links.ts";
import { parseMarkdown } from "#web/features/markdown/markdown.ts";
import { isMarked, mark } from "./html-marks.ts";
import { addTableRules } from "./html-tables.ts";
import { toTarget } from "./pasted-link.ts";

/** Stands for the backslashes that this file writes, so that they can be told from those of the text. */
const ESCAPE = "\uE000";

/**
 * Formatted text as Markdown of our dialect (rules-messages 58); the plain text where it has no formats. The html is parsed on its own
 * and never stands in the page.
 */
export function htmlToMarkdown(html: string, plain: string): string {
  const own = html.replaceAll(/[\uE000-\uE002]/g, "");
  const markdown = converter().turndown(own).trim();
  const isPlain = withoutBlanks(markdown.replaceAll(ESCAPE, "")) === withoutBlanks(plain);
  return isPlain && plain !== "" ? plain : markdown.replaceAll(ESCAPE, "\\");
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s/g, "");
}

let made: Turndown | undefined;

function converter(): Turndown {
  if (made) return made;
  made = new Turndown({ codeBlockStyle: "fenced", bulletListMarker: "-", hr: "---", br: "" });
  made.escape = escapeMarks;
  made.remove(["script", "style", "title", "noscript", "template", "button"]);
  // A line, and no paragraph, as mail programs use it.
  made.addRule("line", { filter: "div", replacement: (content) => `\n${content}\n` });
  made.addRule("heading", {
    filter: ["h1", "h2", "h3", "h4", "h5", "h6"],
    replacement: (content, { nodeName }) => {
      const level = Math.min(Number(nodeName.charAt(1)), HEADING_LEVEL_MAX);
      return `\n\n${"#".repeat(level)} ${toLine(content)}\n\n`;
    },
  });
  made.addRule("mark", { filter: isMarked, replacement: (content, node) => mark(content, node) });
  made.addRule("code", { filter: "pre", replacement: (_, node) => toCodeBlock(node) });
  made.addRule("link", { filter: (node) => node.nodeName === "A", replacement: toLink });
  made.addRule("picture", {
    filter: "img",
    replacement: (_, node) => escapeMarks(node.getAttribute("alt") ?? ""),
  });
  made.addRule("task", {
    filter: (node) => node.nodeName === "INPUT" && node.getAttribute("type") === "checkbox",
    replacement: (_, node) => (node.hasAttribute("checked") ? "[x] " : "[ ] "),
  });
  made.addRule("item", { filter: "li", replacement: toItem });
  // Some editors put the inner list beside the item.
  made.addRule("innerList", {
    filter: (node) => isList(node.nodeName) && isList(node.parentNode?.nodeName),
    replacement: (content) => `\n${content.trim().replaceAll(/^(?=.)/gm, "  ")}\n`,
  });
  addTableRules(made);
  return made;
}

function isList(name: string | undefined): boolean {
  return name === "UL" || name === "OL";
}

/** Text that our reader reads as anything but itself gets backslashes. Within a line nothing begins a block. */
function escapeMarks(text: string): string {
  const probe = /^\s/.test(text) ? `x${text}` : text;
  const [block, ...others] = parseMarkdown(probe.trim());
  const isText =
    block === undefined ||
    (others.length === 0 &&
      block.kind === "paragraph" &&
      !/\]\(|\\[!-/:-@[-`{-~]/.test(text) &&
      block.children.every(({ kind }) => ["text", "link", "shortcode"].includes(kind)));
  if (isText) return text;
  return text
    .replaceAll(/\S{2,}/g, (word) => (word.includes("://") ? word : escapeWord(word)))
    .replace(/^[#>+-]/, `${ESCAPE}$&`)
    .replace(/^(\d+)(?=[.)])/, `$1${ESCAPE}`);
}

/** An underscore within a word marks nothing. */
function escapeWord(word: string): string {
  return word.replaceAll(
    /[\\`*~|[\]<]|\$(?=\$)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu,
    `${ESCAPE}$&`,
  );
}

function toCodeBlock(node: HTMLElement): string {
  const code = (node.textContent ?? "").replace(/\n$/, "");
  const runs = code.match(/`{3,}/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  const classes = `${node.className} ${node.firstElementChild?.className ?? ""}`;
  const language = /(?:^|\s)lang(?:uage)?-([\w+#-]+)/.exec(classes)?.[1] ?? "";
  return `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
}

function toLink(content: string, node: HTMLElement): string {
  const address = node.getAttribute("href") ?? "";
  const words = toLine(content);
  const url = safeUrl(address);
  if (!url || words === "") return content;
  const written = words.replaceAll(ESCAPE, "");
  if ([address, url.href, `mailto:${written}`].includes(written)) return written;
  if (address === `mailto:${written}`) return written;
  const escaped = words.replaceAll(new RegExp(`(?<!${ESCAPE})[[\\]]`, "g"), `${ESCAPE}$&`);
  return `[${escaped}](${toTarget(address)})`;
}

function toItem(content: string, node: HTMLElement): string {
  const list = node.parentElement;
  const sign = list?.nodeName === "OL" ? `${nextNumber(list)}. ` : "- ";
  const hasList = Array.from(node.children).some(({ nodeName }) => isList(nodeName));
  const close = hasList ? content.replace(/\n\n(?=- |1\. )/, "\n") : content;
  const text = close
    .trim()
    .replace(/^(\[[ x]\])\s+/, "$1 ")
    .replaceAll(/\n(?=.)/g, `\n${" ".repeat(sign.length)}`);
  return `${sign}${text}${node.nextSibling ? "\n" : ""}`;
}

/** Items come in their order. */
const numbers = new WeakMap<HTMLElement, number>();

function nextNumber(list: HTMLElement): number {
  const number = numbers.get(list) ?? (Number(list.getAttribute("start") ?? 1) || 1);
  numbers.set(list, number + 1);
  return number;
}

function toLine(content: string): string {
  return content.trim().replaceAll(/\s*\n\s*/g, " ");
}
