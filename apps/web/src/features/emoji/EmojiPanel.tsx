import { SearchX } from "lucide-react";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import type { VirtualizerHandle } from "virtua";
import { SearchField } from "#web/design/form/SearchField.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { isComposing } from "#web/lib/actions/composition.ts";
import { narrowQuery, useMediaQuery } from "#web/lib/device/media.ts";
import { t } from "#web/lib/language/i18n.ts";
import { cellId, isArrowKey, type EmojiSection } from "./emoji-rows.ts";
import { EmojiFoot } from "./EmojiFoot.tsx";
import { EmojiGrid } from "./EmojiGrid.tsx";
import type { Emoji } from "./emojis.ts";
import { EmojiTabs } from "./EmojiTabs.tsx";
import { emojiTexts } from "./texts.ts";
import { useEmojiChoice } from "./use-emoji-choice.ts";

const COLUMNS = 9;
/** On a phone, for fingers. */
const NARROW_COLUMNS = 8;

interface EmojiPanelProps {
  onPick: (emoji: string) => void;
  takesCustom: boolean;
}

/** The focus stays in the search box, so that typing always searches; the arrows move what Enter picks. */
export function EmojiPanel({ onPick, takesCustom }: EmojiPanelProps) {
  const gridId = useId();
  const columns = useMediaQuery(narrowQuery) ? NARROW_COLUMNS : COLUMNS;
  const choice = useEmojiChoice({ columns, takesCustom, onPick });
  const [pointed, setPointed] = useState<Emoji>();
  const [section, setSection] = useState<EmojiSection>();
  const list = useRef<VirtualizerHandle>(null);
  const { query, rows, cell, active } = choice;
  const isSearching = query.trim() !== "";

  function search(text: string, from?: EmojiSection): void {
    const found = choice.search(text);
    setSection(from);
    const at = found.findIndex((row) => row.section === from);
    list.current?.scrollToIndex(Math.max(at, 0));
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (active) choice.pick(active);
    } else if (isArrowKey(event.key) && !isInText(event)) {
      event.preventDefault();
      const next = choice.move(event.key);
      if (next) list.current?.scrollToIndex(next.row, { align: "nearest" });
    }
  }

  return (
    <div className="relative flex h-full flex-col">
      <div className="flex p-2 pb-1">
        <SearchField
          label={t(emojiTexts.search)}
          value={query}
          onChange={(text) => search(text)}
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={gridId}
          aria-activedescendant={cell && cellId(gridId, cell)}
          onKeyDown={handleKeyDown}
        />
      </div>
      <EmojiTabs
        sections={choice.sections}
        current={isSearching ? undefined : (section ?? rows[0]?.section)}
        onChoose={(chosen) => search("", chosen)}
      />
      <EmojiGrid
        id={gridId}
        rows={rows}
        columns={columns}
        tone={choice.tone}
        active={cell}
        list={list}
        onPick={choice.pick}
        onPoint={setPointed}
        onSectionChange={setSection}
      />
      {rows.length === 0 && <NothingFound />}
      <EmojiFoot shown={active ?? pointed} tone={choice.tone} onToneChange={choice.changeTone} />
    </div>
  );
}

function NothingFound() {
  return (
    <div role="status" className="absolute inset-x-0 top-28">
      <EmptyState icon={SearchX} title={t(emojiTexts.noneTitle)} text={t(emojiTexts.noneText)} />
    </div>
  );
}

/** Sideways arrows belong to the text while the caret is within it. */
function isInText({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): boolean {
  const { value, selectionStart, selectionEnd } = currentTarget;
  const isSideways = key === "ArrowLeft" || key === "ArrowRight";
  return isSideways && !(selectionStart === value.length && selectionEnd === value.length);
}
