// Drawn anew only with another text: to remember its parts would cost every row time and memory.
"use no memo";

import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { CodeBlock } from "./CodeBlock.tsx";
import { directionOf } from "./direction.ts";
import { InlineContent } from "./InlineContent.tsx";
import type { Block, ListItem } from "./tree.ts";
import { Paragraph } from "./Paragraph.tsx";
import { TableBlock } from "./TableBlock.tsx";

const Formula = lazyPart(() => import("./Formula.tsx"), "Formula");
const Task = lazyPart(() => import("./Task.tsx"), "Task");

/** Elements are built from a tree of plain data; there is no HTML string anywhere. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <BlockElement key={index} block={block} />);
}

function BlockElement({ block }: { block: Block }) {
  switch (block.kind) {
    case "plain":
      return <Paragraph>{block.text}</Paragraph>;
    case "paragraph":
      return (
        <Paragraph>
          <InlineContent inlines={block.children} />
        </Paragraph>
      );
    case "heading":
      // Not a heading to screen readers: those are the days.
      return (
        <p dir="auto" className="max-w-measure font-strong whitespace-pre-wrap">
          <InlineContent inlines={block.children} />
        </p>
      );
    case "quote":
      return (
        <blockquote
          dir={directionOf([block])}
          className="max-w-measure space-y-1.5 border-s-2 border-line-strong ps-3 text-ink-muted"
        >
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case "list":
      return <List {...block} dir={directionOf([block])} />;
    case "formula": {
      const written = (
        <div style={{ minHeight: heightOf(block.text) }}>
          <Paragraph>{`$$${block.text}$$`}</Paragraph>
        </div>
      );
      const parts = { written, missing: written, renderFailed: () => written };
      return <Formula text={block.text} isBlock {...parts} />;
    }
    case "code":
      return <CodeBlock language={block.language} text={block.text} />;
    case "rule":
      return <hr className="max-w-measure border-line" />;
    case "table":
      return (
        <TableBlock
          dir={directionOf([block])}
          head={block.head}
          rows={block.rows}
          renderCell={(cell) => <InlineContent inlines={cell.children} />}
        />
      );
  }
}

/** About as high as the formula will be. */
function heightOf(formula: string): string {
  const rows = formula.split("\\\\").length;
  const isTall = /\\(sum|prod|int|lim)/.test(formula);
  return `${rows * (isTall ? 2 : rows > 1 || formula.includes("frac") ? 1.4 : 1.1)}lh`;
}

interface ListProps {
  start: number | undefined;
  items: readonly ListItem[];
  dir: "ltr" | "rtl" | undefined;
}

function List({ start, items, dir }: ListProps) {
  const children = items.map((item, index) => (
    <li key={index} className={item.task ? "-ms-4.5 list-none" : "marker:text-ink-subtle"}>
      <Item {...item} />
    </li>
  ));
  if (start === undefined) {
    return (
      <ul dir={dir} className="max-w-measure list-disc ps-4.5">
        {children}
      </ul>
    );
  }
  return (
    <ol dir={dir} start={start} className="max-w-measure list-decimal ps-6">
      {children}
    </ol>
  );
}

function Item({ task, blocks }: ListItem) {
  if (!task) return <Blocks blocks={blocks} />;
  const [label, children] = [blocks.slice(0, 1), blocks.slice(1)].map((part) => (
    <Blocks key={part.length} blocks={part} />
  ));
  // As much room as the box takes.
  const missing = <div className="ps-6.25">{[label, children]}</div>;
  return (
    <Task {...task} label={label} missing={missing} renderFailed={() => missing}>
      {children}
    </Task>
  );
}
