import { findRanges } from "@colbin/protocol";
import { nextFrame } from "#web/lib/react/next-frame.ts";
import { place } from "#web/lib/routing/history.ts";

/** As the style sheet names it. */
const NAME = "found";
const TEXTS = '[role="log"] article [dir="auto"]';

let stop: (() => void) | undefined;

/**
 * Marks the words in the lists of messages, as long as this page is shown, or the one that comes next: as a highlight of the browser, which changes no element.
 * A browser that has none marks nothing.
 */
export function markWords(
  terms: readonly string[],
  pathname = place.getSnapshot().location.pathname,
): void {
  stop?.();
  const main = document.getElementById("root") ?? document.body;
  if (terms.length === 0 || !("highlights" in CSS)) return;
  let isAsked = false;
  const draw = (): void => {
    isAsked = false;
    if (stop === end) CSS.highlights.set(NAME, new Highlight(...rangesOf(main, terms)));
  };
  const ask = (): void => {
    if (isAsked) return;
    isAsked = true;
    nextFrame(draw);
  };
  const observer = new MutationObserver(ask);
  const stopPlace = place.subscribe(() => {
    if (place.getSnapshot().location.pathname !== pathname) end();
  });
  function end(): void {
    observer.disconnect();
    stopPlace();
    CSS.highlights.delete(NAME);
    if (stop === end) stop = undefined;
  }
  stop = end;
  observer.observe(main, { childList: true, characterData: true, subtree: true });
  ask();
}

export function unmarkWords(): void {
  stop?.();
}

function rangesOf(main: HTMLElement, terms: readonly string[]): Range[] {
  return [...main.querySelectorAll<HTMLElement>(TEXTS)].flatMap((block) =>
    block.querySelector('[dir="auto"]') ? [] : rangesIn(block, terms),
  );
}

/** Words may go over several elements: what they have is read as one. */
function rangesIn(block: HTMLElement, terms: readonly string[]): Range[] {
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  let text = "";
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    nodes.push({ node, from: text.length });
    text += node.data;
  }
  const at = (unit: number): [Text, number] | undefined => {
    const found = nodes.findLast(({ from }) => from <= unit);
    return found && [found.node, Math.min(unit - found.from, found.node.length)];
  };
  return findRanges(text, terms).flatMap(([from, to]) => {
    const start = at(from);
    const end = at(to - 1);
    if (!start || !end) return [];
    const range = document.createRange();
    range.setStart(...start);
    range.setEnd(end[0], end[1] + 1);
    return [range];
  });
}
