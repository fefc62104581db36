import type { EditorState } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/** A word before the caret that asks for a list. */
export interface MenuToken {
  readonly sign: "/" | "@";
  /** Text after the sign. */
  readonly query: string;
  /** Place of the sign in its block, which stays as others write above. */
  readonly offset: number;
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
  const length = query.length + 1;
  return { sign, query, offset: parentOffset - length, from: $from.pos - length, to: $from.pos };
}

/** The list at the caret takes the keys of the editor before it does; true for a key that is done with. */
export const menuKeys = new WeakMap<EditorView, (event: KeyboardEvent) => boolean>();
