import type { ComparedNode } from "@colbin/protocol";
import { isSafeLink } from "@colbin/documents";
import type { ReactNode } from "react";
import { t } from "#web/lib/language/i18n.ts";
import { Changed } from "./Changed.tsx";
import { documentTexts } from "./document-texts.ts";
import { editorTexts } from "./editor-texts.ts";
import { insertTexts } from "./insert-texts.ts";

/** The text of a version to read. Added words are underlined, removed ones struck through. */
export function ComparedText({ blocks }: { blocks: readonly ComparedNode[] }) {
  return (
    <div className="document-text grid grid-cols-[minmax(0,1fr)] gap-3">{drawAll(blocks)}</div>
  );
}

function drawAll(nodes: readonly ComparedNode[] = []): ReactNode[] {
  return nodes.map((node, at) => <Drawn key={at} node={node} />);
}

function Drawn({ node }: { node: ComparedNode }): ReactNode {
  const draw = parts[node.type];
  if (draw) return draw(node);
  const { change } = node;
  const name = names[node.type]?.(node.attrs ?? {});
  if (name !== undefined) return <Named node={node} name={name} />;
  const drawn = blocks[node.type]?.(node) ?? <div>{drawAll(node.content)}</div>;
  return change ? <Changed change={change}>{drawn}</Changed> : drawn;
}

type Draw = (node: ComparedNode) => ReactNode;

const textOf = ({ type, attrs = {}, text = "", content = [] }: ComparedNode): string =>
  names[type]?.(attrs) ?? text + content.map(textOf).join("");

const wordsIn = (value: unknown): string => (typeof value === "string" ? value : "");

/** Words for what stands for something else. */
const names: Readonly<Record<string, (attrs: Readonly<Record<string, unknown>>) => string>> = {
  mention: ({ label }) => `@${wordsIn(label)}`,
  documentLink: ({ label }) => wordsIn(label) || t(documentTexts.document),
  math: ({ latex }) => wordsIn(latex),
  mathBlock: ({ latex }) => wordsIn(latex),
  image: ({ name }) => wordsIn(name) || t(insertTexts.image),
  file: ({ name }) => wordsIn(name) || t(insertTexts.file),
  messageEmbed: () => t(insertTexts.message),
};
/** Among them those that stand in a line. */
const inLine: ReadonlySet<string> = new Set(["mention", "documentLink", "math"]);

function Named({ node: { type, change }, name }: { node: ComparedNode; name: string }) {
  const isInline = inLine.has(type);
  const drawn = isInline ? <bdi>{name}</bdi> : <div className="text-ink-muted">{name}</div>;
  return change ? (
    <Changed change={change} isInline={isInline}>
      {drawn}
    </Changed>
  ) : (
    drawn
  );
}

/** The content of an element that cannot stand within a mark of a change: the mark is within it. */
function inside({ change, content }: ComparedNode): ReactNode {
  const drawn = drawAll(content);
  return change ? <Changed change={change}>{drawn}</Changed> : drawn;
}

/** Parts that only have a place in certain others. */
const parts: Readonly<Record<string, Draw>> = {
  text: (node) => <Words node={node} />,
  hardBreak: () => <br />,
  listItem: (node) => <li>{inside(node)}</li>,
  taskItem: (node) => (
    <li data-checked={node.attrs?.["checked"] === true}>
      <label>
        <input
          type="checkbox"
          disabled
          checked={node.attrs?.["checked"] === true}
          aria-label={t(editorTexts.task, { text: textOf(node) })}
        />
      </label>
      <div>{inside(node)}</div>
    </li>
  ),
  tableRow: ({ change, content = [] }) => (
    <tr>{drawAll(content.map((cell) => (change ? { ...cell, change } : cell)))}</tr>
  ),
  tableHeader: (node) => <th {...spanOf(node)}>{inside(node)}</th>,
  tableCell: (node) => <td {...spanOf(node)}>{inside(node)}</td>,
};

const blocks: Readonly<Record<string, Draw>> = {
  paragraph: ({ content }) => <p>{drawAll(content)}</p>,
  // Looks alike at each level: the sheet is narrow.
  heading: ({ attrs, content }) => (
    <p role="heading" aria-level={Number(attrs?.["level"])} className="text-lg font-strong">
      {drawAll(content)}
    </p>
  ),
  bulletList: ({ content }) => <ul>{drawAll(content)}</ul>,
  orderedList: ({ attrs, content }) => (
    <ol start={Number(attrs?.["start"] ?? 1)}>{drawAll(content)}</ol>
  ),
  taskList: ({ content }) => <ul data-type="taskList">{drawAll(content)}</ul>,
  blockquote: ({ content }) => <blockquote>{drawAll(content)}</blockquote>,
  codeBlock: ({ content }) => (
    <pre className="overflow-x-auto">
      <code>{drawAll(content)}</code>
    </pre>
  ),
  horizontalRule: () => <hr />,
  table: ({ content }) => (
    <table>
      <tbody>{drawAll(content)}</tbody>
    </table>
  ),
};

function spanOf({ attrs }: ComparedNode) {
  return { colSpan: Number(attrs?.["colspan"] ?? 1), rowSpan: Number(attrs?.["rowspan"] ?? 1) };
}

function Words({ node: { text, marks = [], change } }: { node: ComparedNode }) {
  const marked = marks.reduce<ReactNode>((words, { type, attrs }) => {
    if (type === "bold") return <strong>{words}</strong>;
    if (type === "italic") return <em>{words}</em>;
    if (type === "strike") return <s>{words}</s>;
    if (type === "code") return <code>{words}</code>;
    const address = attrs?.["href"];
    if (type === "link" && typeof address === "string" && isSafeLink(address))
      return (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow">
          {words}
        </a>
      );
    return words;
  }, text);
  return change ? (
    <Changed change={change} isInline>
      {marked}
    </Changed>
  ) : (
    marked
  );
}
