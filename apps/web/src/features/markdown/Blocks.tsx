import { t } from "#web/lib/language/i18n.ts";
import { CodeBlock } from "./CodeBlock.tsx";
import { contentTexts } from "./content-texts.ts";
import { InlineContent } from "./InlineContent.tsx";
import type { Block, ListItem } from "./tree.ts";
import { Paragraph } from "./Paragraph.tsx";
import { TableBlock } from "./TableBlock.tsx";

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
          dir="auto"
          className="max-w-measure space-y-1.5 border-s-2 border-line-strong ps-3 text-ink-muted"
        >
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case "list":
      return <List start={block.start} items={block.items} />;
    case "code":
      return <CodeBlock language={block.language} text={block.text} />;
    case "rule":
      return <hr className="max-w-measure border-line" />;
    case "table":
      return (
        <TableBlock
          head={block.head}
          rows={block.rows}
          renderCell={(cell) => <InlineContent inlines={cell.children} />}
        />
      );
  }
}

function List({ start, items }: { start: number | undefined; items: readonly ListItem[] }) {
  const children = items.map((item, index) => (
    <li
      key={index}
      dir="auto"
      className={item.isDone === undefined ? "marker:text-ink-subtle" : "-ms-4.5 list-none"}
    >
      {item.isDone === undefined ? (
        <Blocks blocks={item.blocks} />
      ) : (
        <Task isDone={item.isDone} blocks={item.blocks} />
      )}
    </li>
  ));
  if (start === undefined) return <ul className="max-w-measure list-disc ps-4.5">{children}</ul>;
  return (
    <ol start={start} className="max-w-measure list-decimal ps-6">
      {children}
    </ol>
  );
}

/** Shown, not clickable: the text of the message is its author's. */
function Task({ isDone, blocks }: { isDone: boolean; blocks: readonly Block[] }) {
  return (
    <div className="flex gap-2">
      <span aria-hidden="true" className="text-ink-subtle">
        {isDone ? "☑" : "☐"}
      </span>
      <div>
        <span className="sr-only">{t(isDone ? contentTexts.done : contentTexts.open)} </span>
        <Blocks blocks={blocks} />
      </div>
    </div>
  );
}
