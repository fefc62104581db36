import { DomUtils, parseDocument } from "htmlparser2";
import TurndownService from "turndown";

type Parsed = ReturnType<typeof parseDocument>;
type ParsedElement = NonNullable<ReturnType<typeof DomUtils.findOne>>;

/* Pages of other programs as markdown. Called in a process of its own (page-reader.ts): a hostile page takes it very long. */

/** Elements that hold no text of the page, or would do something in it. */
const DROPPED: ReadonlySet<string> = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "iframe",
  "object",
  "embed",
  "svg",
  "math",
  "form",
  "button",
  "select",
  "textarea",
  "nav",
  "head",
  "title",
]);

interface HtmlPage {
  readonly title: string | undefined;
  readonly markdown: string;
  /** So many pictures and the like are not in it. */
  readonly dropped: Readonly<Record<string, number>>;
}

/** The text of a page in HTML, of Notion's and Confluence's exports their own part alone. */
export function readHtml(html: string): HtmlPage {
  const page = parseDocument(html);
  const title = titleOf(page);
  const dropped: Record<string, number> = {};
  const main = mainOf(page);
  for (const element of DomUtils.findAll(() => true, [main])) {
    if (!DROPPED.has(element.name) && element.name !== "img") continue;
    if (["img", "iframe", "object", "embed"].includes(element.name))
      dropped[element.name] = (dropped[element.name] ?? 0) + 1;
    DomUtils.removeElement(element);
  }
  const markdown = turndown.turndown(DomUtils.getInnerHTML(main));
  return { title, markdown, dropped };
}

/** Links of a page of contents with how deep their list is: Confluence tells the tree of an export so. */
export function readContents(html: string): { readonly href: string; readonly depth: number }[] {
  const links = DomUtils.getElementsByTagName("a", parseDocument(html));
  return links.flatMap((link) => {
    let depth = 0;
    for (let above = link.parent; above; above = above.parent)
      if ("name" in above && above.name === "ul") depth += 1;
    const { href } = link.attribs;
    return depth > 0 && href ? [{ href, depth }] : [];
  });
}

function titleOf(page: Parsed): string | undefined {
  const own = DomUtils.getElementById("title-text", page) ?? byClass(page, "page-title");
  const named = own ?? DomUtils.getElementsByTagName("title", page, true, 1)[0];
  const text = named && DomUtils.textContent(named).replaceAll(/\s+/g, " ").trim();
  // Confluence writes the name of the space before it.
  const isOfSpace = DomUtils.getElementById("main-content", page) !== null;
  const words = isOfSpace ? text?.replace(/^[^:]+ : /, "") : text;
  return words === "" ? undefined : words;
}

function mainOf(page: Parsed): ParsedElement | Parsed {
  return (
    DomUtils.getElementById("main-content", page) ??
    byClass(page, "page-body") ??
    DomUtils.getElementsByTagName("main", page, true, 1)[0] ??
    DomUtils.getElementsByTagName("body", page, true, 1)[0] ??
    page
  );
}

function byClass(page: Parsed, name: string): ParsedElement | undefined {
  const isOf = ({ attribs }: ParsedElement) => (attribs["class"] ?? "").split(/\s+/).includes(name);
  return DomUtils.findOne(isOf, page.children) ?? undefined;
}

/** The part of an element of turndown's parser that the rules read. */
interface HtmlNode {
  readonly nodeName: string;
  readonly parentElement: HtmlNode | null;
  readonly children: ArrayLike<HtmlNode>;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  closest(selector: string): HtmlNode | null;
  querySelector(selector: string): HtmlNode | null;
}

const turndown = new TurndownService({
  headingStyle: "atx",
  codeBlockStyle: "fenced",
  bulletListMarker: "-",
  emDelimiter: "*",
})
  .addRule("strike", {
    filter: (node: HtmlNode) => ["S", "DEL", "STRIKE"].includes(node.nodeName),
    replacement: (content) => `~~${content}~~`,
  })
  .addRule("task", {
    filter: (node: HtmlNode) =>
      node.nodeName === "INPUT" && node.getAttribute("type") === "checkbox",
    replacement: (_, node: HtmlNode) => (node.hasAttribute("checked") ? "[x] " : "[ ] "),
  })
  .addRule("item", {
    filter: "li",
    replacement(content, node: HtmlNode) {
      const list = node.parentElement;
      const place = list ? Array.from(list.children).indexOf(node) : 0;
      const sign = list?.nodeName === "OL" ? `${place + 1}. ` : "- ";
      const lines = content.trim().replaceAll("\n", `\n${" ".repeat(sign.length)}`);
      return `${sign}${lines}\n`;
    },
  })
  .addRule("cell", {
    filter: ["td", "th"],
    replacement: (content) =>
      ` ${content
        .trim()
        .replaceAll("|", "\\|")
        .replaceAll(/\s*\n\s*/g, " ")} |`,
  })
  .addRule("row", {
    filter: "tr",
    replacement(content, node: HtmlNode) {
      const line = `|${content}\n`;
      return isFirstRow(node) ? `${line}|${" --- |".repeat(node.children.length)}\n` : line;
    },
  })
  .addRule("rows", { filter: ["thead", "tbody", "tfoot"], replacement: (content) => content })
  .addRule("table", { filter: "table", replacement: (content) => `\n\n${content.trim()}\n\n` });

function isFirstRow(row: HtmlNode): boolean {
  const table = row.closest("table");
  return table?.querySelector("tr") === row;
}
