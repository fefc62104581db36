import type { VisibleMessage } from "@colbin/client";
import { rightsOn, type Standing } from "./message-rights.ts";
import { selection } from "./selection.ts";

type Selectable = Parameters<typeof rightsOn>[0] & Pick<VisibleMessage, "key">;

/** Selects the message, which begins a selection, or takes it out of the one that there is. */
export function toggleSelected(key: string): void {
  selection.update((before) => {
    const next = new Set(before);
    if (!next.delete(key)) next.add(key);
    return next;
  });
}

/** Selects the messages from the last one that was selected to this one; `messages` as they are listed. */
export function selectTo(key: string, messages: readonly Selectable[], standing: Standing): void {
  selection.update((before = new Set()) => {
    const at = (wanted: string | undefined) => messages.findIndex((each) => each.key === wanted);
    const to = at(key);
    const last = at([...before].at(-1));
    const from = last === -1 ? to : last;
    const range = messages
      .slice(Math.min(from, to), Math.max(from, to) + 1)
      .filter((message) => rightsOn(message, standing).maySelect)
      .map((message) => message.key);
    const next = new Set([...before, ...range]);
    // The next range begins here.
    next.delete(key);
    return next.add(key);
  });
}
