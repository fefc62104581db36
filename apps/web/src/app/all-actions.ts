import { formatActions } from "#web/features/writing/format-actions.ts";
import type { Action } from "#web/lib/actions/actions.ts";
import { actions } from "./actions.ts";

/** With those that a part brings which comes after the first paint, and that it adds by `learnActions`. */
export const allActions: readonly Action[] = [...actions, ...formatActions];
