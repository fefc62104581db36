import type { Extensions, NodeViewRenderer } from "@tiptap/core";
import { createReading } from "#web/features/markdown/ask-reader.ts";
import type { FormulaNode } from "#web/features/markdown/readings.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { insertTexts } from "./insert-texts.ts";

/* Nodes that the page shows otherwise than they are written. */

const MATHML = "http://www.w3.org/1998/Math/MathML";

function drawFormula(node: FormulaNode | string): Node {
  if (typeof node === "string") return document.createTextNode(node);
  const element = document.createElementNS(MATHML, node.tag);
  for (const [name, value] of Object.entries(node.attributes))
    element.setAttribute(name === "className" ? "class" : name, value);
  if (element instanceof MathMLElement) Object.assign(element.style, node.style);
  element.append(...node.children.map(drawFormula));
  return element;
}

function formula(isBlock: boolean): NodeViewRenderer {
  return ({ node }) => {
    const text = String(node.attrs["latex"] ?? "");
    const dom = document.createElement(isBlock ? "div" : "span");
    dom.className = isBlock ? "document-formula scroll-area" : "document-math";
    dom.dir = "ltr";
    dom.textContent = isBlock ? `$$${text}$$` : `$${text}$`;
    const reading = createReading(JSON.stringify({ kind: "formula", isBlock, text }));
    const show = (): void => {
      const drawn = reading.getSnapshot() as FormulaNode | undefined;
      if (drawn) dom.replaceChildren(drawFormula(drawn));
    };
    const destroy = reading.subscribe(show);
    return { dom, destroy };
  };
}

/** Asked for by each reader: what it says stands nowhere in the document. */
const message: NodeViewRenderer = ({ node }) => {
  const { roomSlug: slug, messageId: id } = node.attrs as { roomSlug: string; messageId: string };
  const dom = document.createElement("div");
  dom.className = "document-message";
  dom.textContent = t(insertTexts.messageLoading);
  account.call("getMessage", { params: { slug, id: id as never } }).then(
    ({ authorName, content, isDeleted, metadata }) => {
      if (isDeleted) return (dom.textContent = t(insertTexts.messageHidden));
      const author = document.createElement("strong");
      author.textContent = authorName;
      const words = document.createElement("p");
      words.dir = "auto";
      words.textContent = (metadata as { plainText?: string }).plainText ?? content;
      return dom.replaceChildren(author, words);
    },
    () => (dom.textContent = t(insertTexts.messageHidden)),
  );
  return { dom };
};

const views: Readonly<Record<string, NodeViewRenderer>> = {
  math: formula(false),
  mathBlock: formula(true),
  messageEmbed: message,
};

/** The nodes of documents, as the page shows them. */
export function withViews(nodes: Extensions): Extensions {
  return nodes.map((node) => {
    const view = views[node.name];
    return view && node.type === "node" ? node.extend({ addNodeView: () => view }) : node;
  });
}
