import { Search } from "lucide-react";
import { useEffectEvent, useId, useLayoutEffect, useRef, type RefObject } from "react";
import { createPortal } from "react-dom";
import { Keys } from "#web/design/button/Keys.tsx";
import { useWayBack } from "#web/design/overlay/use-way-back.ts";
import { Note } from "#web/design/page/Note.tsx";
import type { Action } from "#web/lib/actions/actions.ts";
import { isComposing } from "#web/lib/actions/composition.ts";
import { matchesShortcut, shortcutKeys } from "#web/lib/actions/shortcut.ts";
import { t } from "#web/lib/language/i18n.ts";
import { openPalette } from "./actions.ts";
import type { Command } from "./command.ts";
import { PaletteFoot } from "./PaletteFoot.tsx";
import { PaletteResults } from "./PaletteResults.tsx";
import { PaletteStatus } from "./PaletteStatus.tsx";
import { toQuestion } from "./prefixes.ts";
import { paletteTexts } from "./texts.ts";
import { usePalette, type PaletteState } from "./use-palette.ts";

interface PaletteProps {
  /** All that there are. */
  actions: readonly Action[];
  onClose: () => void;
}

/** Lies over the page. Commands run where the focus was: so the palette has no focus trap, which would not let go of it. */
export function Palette({ actions, onClose }: PaletteProps) {
  const palette = usePalette(actions, onClose);
  const { query, groups, failure, close } = palette;
  useWayBack(true, close);
  const { text } = toQuestion(query);
  const listId = useId();
  const rows = groups.flatMap(({ commands }) => commands);
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === palette.chosen),
  );
  const dialog = useKeys((event) => handleKey(event, palette, { rows, at }));
  const optionId = (row: number) => `${listId}-${row}`;
  return createPortal(
    <div
      className="animate-appear fixed inset-0 z-dialog grid justify-items-center overflow-hidden bg-scrim p-4 max-pair:p-2"
      onPointerDown={(event) => event.target === event.currentTarget && close()}
    >
      <section
        ref={dialog}
        role="dialog"
        aria-modal="true"
        aria-label={t(paletteTexts.title)}
        data-surface=""
        className="animate-rise flex max-h-full w-full max-w-160 flex-col self-start overflow-hidden rounded-xl bg-raised shadow-dialog pair:mt-[11vh]"
      >
        <PaletteField
          palette={palette}
          listId={listId}
          activeId={rows.length > 0 ? optionId(at) : undefined}
        />
        {failure && (
          <div className="px-2 pt-2">
            <Note>
              {failure.title}
              {failure.reason !== undefined && ` ${failure.reason}`}
            </Note>
          </div>
        )}
        <PaletteResults
          id={listId}
          groups={groups}
          text={text}
          at={at}
          optionId={optionId}
          onPoint={({ id }) => palette.pick(id)}
          onChoose={(command, isStaying) => void palette.choose(command, isStaying)}
        />
        <PaletteStatus palette={palette} count={rows.length} text={text} />
        <PaletteFoot />
      </section>
    </div>,
    document.body,
  );
}

interface FieldProps {
  palette: PaletteState;
  listId: string;
  activeId: string | undefined;
}

function PaletteField({ palette: { field, query, type }, listId, activeId }: FieldProps) {
  const { sign, placeholder } = toQuestion(query);
  return (
    <div className="flex h-13 flex-none items-center gap-3 border-b border-line ps-4.5 pe-3.5 text-ink-subtle">
      <Search className="size-5" aria-hidden="true" />
      <span className="relative flex min-w-0 flex-1 text-read">
        <input
          ref={field}
          role="combobox"
          aria-label={t(paletteTexts.title)}
          aria-expanded={activeId !== undefined}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={t(placeholder)}
          value={query}
          onChange={(event) => type(event.target.value)}
          className="min-w-0 flex-1 text-ellipsis text-ink outline-none"
        />
        {/* A prefix alone says what it is for. */}
        {sign === query && (
          <span aria-hidden="true" className="clip-line pointer-events-none absolute inset-0">
            <span className="invisible">{sign} </span>
            {t(placeholder)}
          </span>
        )}
      </span>
      <span className="flex flex-none max-pair:hidden">
        <Keys names={shortcutKeys("Escape")} />
      </span>
    </div>
  );
}

interface Rows {
  readonly rows: readonly Command[];
  readonly at: number;
}

/** Keys in the dialog, whichever part of it has the focus. */
function useKeys(onKey: (event: KeyboardEvent) => void): RefObject<HTMLElement | null> {
  const dialog = useRef<HTMLElement>(null);
  const handle = useEffectEvent(onKey);
  // Before it is painted, as the focus: keys may follow at once.
  useLayoutEffect(() => {
    const element = dialog.current;
    const handleKeyDown = (event: KeyboardEvent) => handle(event);
    element?.addEventListener("keydown", handleKeyDown);
    element?.addEventListener("mousedown", keepFocus);
    return () => {
      element?.removeEventListener("keydown", handleKeyDown);
      element?.removeEventListener("mousedown", keepFocus);
    };
  }, []);
  return dialog;
}

/** A press on a part without use, such as a heading, leaves the focus in the field. */
function keepFocus(event: MouseEvent): void {
  const isUsed = event.target instanceof Element && event.target.closest("input, button");
  if (!isUsed) event.preventDefault();
}

function handleKey(event: KeyboardEvent, palette: PaletteState, { rows, at }: Rows): void {
  if (isComposing(event)) return;
  const { shortcut, alias } = openPalette;
  const isToggle = [shortcut, alias].some((keys) => matchesShortcut(keys, event));
  const isInField = event.target === palette.field.current;
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key];
  if (event.key === "Escape" || isToggle) palette.close();
  else if (event.key === "Tab") moveFocus(event.shiftKey ? -1 : 1, palette.field.current);
  else if (isInField && step !== undefined) palette.pick(rows.at((at + step) % rows.length)?.id);
  else if (isInField && event.key === "Enter")
    void palette.chooseShown(rows[at], event.ctrlKey || event.metaKey);
  else return;
  event.preventDefault();
}

/** Between the field and the buttons of the dialog, and not beyond them. */
function moveFocus(step: 1 | -1, field: HTMLElement | null): void {
  const stops = field
    ?.closest('[role="dialog"]')
    ?.querySelectorAll<HTMLElement>(":is(input, button):not([tabindex])");
  const all = [...(stops ?? [])];
  const here = all.findIndex((each) => each === document.activeElement);
  all.at((here + step) % all.length)?.focus();
}
