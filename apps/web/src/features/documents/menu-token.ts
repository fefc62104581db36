import type { EditorState } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/** A word before the caret that asks for a list. */
export interface MenuToken {
  readonly sign: "/" | "@";
  /** Text after the sign. */
  readonly query: string;
  readonly from: number;
  readonly to: number;
}

const QUERY_MAX = 60;
const word =
  /(?:^|[\s(])(?:(\/)([\p{L}\p{N}]*)|(@)([\p{L}\p{N}\p{M}._-]*(?: [\p{L}\p{N}\p{M}._-]+)?))$/u;

export function findToken({ selection }: EditorState): MenuToken | undefined {
  const { $from, empty } = selection;
  const { parent, parentOffset } = $from;
  if (!empty || !parent.isTextblock || parent.type.spec.code === true) return undefined;
  const before = parent.textBetween(
    Math.max(0, parentOffset - QUERY_MAX),
    parentOffset,
    null,
    "\uFFFC",
  );
  const [, slash, slashed = "", at, named = ""] = word.exec(before) ?? [];
  const sign = slash ?? at;
  if (sign !== "/" && sign !== "@") return undefined;
  const query = sign === "/" ? slashed : named;
  return { sign, query, from: $from.pos - query.length - 1, to: $from.pos };
}

/** Handlers that take the keys of an editor before it does, while a list is shown; true for a key that is done with. */
export const menuKeys = new WeakMap<EditorView, (event: KeyboardEvent) => boolean>();
