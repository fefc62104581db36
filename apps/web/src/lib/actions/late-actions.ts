import type { Action } from "./actions.ts";

let late: readonly Action[] = [];

/** For a module that comes after the first paint: from then on keys and the palette find its actions too. Once for each module. */
export function learnActions(more: readonly Action[]): void {
  late = [...late, ...more];
}

/** These actions, and those that have come late. */
export function withLateActions(actions: readonly Action[]): readonly Action[] {
  return [...actions, ...late];
}
