import clsx from "clsx";
import { useRef, type RefObject } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { t } from "#web/lib/language/i18n.ts";
import { cellId, type Cell, type EmojiRow, type EmojiSection } from "./emoji-rows.ts";
import { EmojiSign } from "./EmojiSign.tsx";
import type { Emoji, SkinTone } from "./emojis.ts";
import { emojiTexts } from "./texts.ts";

interface EmojiGridProps {
  id: string;
  rows: readonly EmojiRow[];
  columns: number;
  tone: SkinTone;
  active: Cell | undefined;
  list: RefObject<VirtualizerHandle | null>;
  onPick: (emoji: Emoji) => void;
  onPoint: (emoji: Emoji) => void;
  /** The part of the list that is on top. */
  onSectionChange: (section: EmojiSection) => void;
}

export function EmojiGrid(props: EmojiGridProps) {
  const { id, rows, columns, list, onSectionChange } = props;
  const view = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={view}
      id={id}
      role="grid"
      aria-label={t(emojiTexts.picker)}
      aria-rowcount={rows.length}
      aria-colcount={columns}
      className="scroll-area min-h-0 flex-1 px-2 pb-2"
    >
      <Virtualizer
        ref={list}
        data={rows}
        scrollRef={view}
        {...(props.active && { keepMounted: [props.active.row] })}
        onScroll={(offset) => {
          const top = rows[list.current?.findItemIndex(offset) ?? 0];
          if (top) onSectionChange(top.section);
        }}
      >
        {(row, at) => (
          <div key={at} role="row" aria-rowindex={at + 1}>
            {row.kind === "title" ? (
              <span
                role="rowheader"
                aria-colspan={columns}
                className="block px-1 pt-2 pb-0.5 text-xs font-medium text-ink-subtle"
              >
                {row.section === "found"
                  ? t(emojiTexts.found, { n: row.count })
                  : t(emojiTexts[row.section])}
              </span>
            ) : (
              <Emojis {...props} cells={row.cells} row={at} />
            )}
          </div>
        )}
      </Virtualizer>
    </div>
  );
}

interface EmojisProps extends EmojiGridProps {
  cells: readonly Emoji[];
  row: number;
}

function Emojis({ id, cells, row, columns, tone, active, onPick, onPoint }: EmojisProps) {
  return (
    <div
      role="presentation"
      className="grid"
      style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}
    >
      {cells.map((emoji, column) => {
        const isActive = active?.row === row && active.column === column;
        return (
          <button
            key={emoji.emoji}
            id={cellId(id, { row, column })}
            type="button"
            role="gridcell"
            // The search box keeps the focus, and its keys work here.
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            aria-label={emoji.name}
            aria-selected={isActive}
            onPointerEnter={() => onPoint(emoji)}
            onClick={() => onPick(emoji)}
            className={clsx(
              "grid h-8.5 place-items-center rounded-sm font-emoji text-xl leading-none select-none hover:bg-hover max-pair:h-11 max-pair:text-2xl",
              isActive && "bg-selected outline-2 -outline-offset-2 outline-focus",
            )}
          >
            <EmojiSign emoji={emoji} tone={tone} />
          </button>
        );
      })}
    </div>
  );
}
