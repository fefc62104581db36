import { createStore, type Store } from "@colbin/client";
import { readAnchoredText, type TextRange } from "@colbin/documents";
import type { CommentAnchor, CommentId } from "@colbin/protocol";
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type Selection } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { Doc } from "yjs";
import { createDebounce } from "#web/lib/react/debounce.ts";
import { mappingOf } from "./change-mapping.ts";
import { positionsIn, textRangeOf } from "./comment-places.ts";

/** A thread about a part of the text. */
interface MarkedThread {
  readonly id: CommentId;
  readonly anchor: CommentAnchor;
  readonly quotedText: string;
}

/** The part of the text that is selected. */
export interface SelectedPart {
  readonly anchor: CommentAnchor;
  readonly quotedText: string;
  /** It is text alone, within one line: another one may stand in its place. */
  readonly isReplaceable: boolean;
}

/** The text that open threads are about, as the editor shows it. */
export interface CommentMarks {
  /** Where the text of each thread stood in the editor a moment ago; those whose text is gone are missing. */
  readonly places: Store<ReadonlyMap<CommentId, TextRange>>;
  /** Marks these, and one of them more strongly. */
  readonly show: (threads: readonly MarkedThread[], activeId: CommentId | undefined) => void;
  /** The part that is selected now; undefined where that is no text. */
  readonly readSelected: () => SelectedPart | undefined;
  readonly end: () => void;
}

interface Marked {
  readonly set: DecorationSet;
  readonly places: ReadonlyMap<CommentId, TextRange>;
}

const key = new PluginKey<Marked>("comments");
/** A pause of those who write, after which the places are looked up anew: that reads the whole document. */
const PAUSE_MS = 300;
/** Where nobody pauses, they are looked up all the same. */
const PAUSE_MAX_MS = 3_000;

/** Marks the text in this editor, and never in the document; a click on a mark is told. */
export function openCommentMarks(
  editor: Editor,
  doc: Doc,
  onOpen: (id: CommentId) => void,
): CommentMarks {
  let threads: readonly MarkedThread[] = [];
  let activeId: CommentId | undefined;
  const pause = createDebounce(PAUSE_MAX_MS);
  const places = createStore<ReadonlyMap<CommentId, TextRange>>(new Map());
  const plugin = new Plugin<Marked>({
    key,
    state: {
      init: (_, { doc: node }) => mark(doc, node, { threads, activeId }),
      apply(transaction, before) {
        const { doc: node } = transaction;
        if (transaction.getMeta(key) === true) return mark(doc, node, { threads, activeId });
        if (!transaction.docChanged || before.set === DecorationSet.empty) return before;
        return { ...before, set: before.set.map(mappingOf(transaction), node) };
      },
    },
    props: {
      decorations: (state) => key.getState(state)?.set,
      handleDOMEvents: {
        click(_, { target }) {
          const id = target instanceof Element ? idOf(target) : undefined;
          if (id !== undefined) onOpen(id);
          return false;
        },
      },
    },
  });
  const look = (): void => {
    if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(key, true));
  };
  const lookSoon = (): void => {
    if (threads.length > 0) pause.ask(PAUSE_MS, look);
  };
  const tell = (): void => {
    const found = key.getState(editor.state)?.places;
    if (found) places.update(() => found);
  };
  editor.registerPlugin(plugin);
  editor.on("update", lookSoon);
  editor.on("transaction", tell);
  return {
    places,
    show(next, active) {
      threads = next;
      activeId = active;
      look();
    },
    readSelected() {
      const { doc: node, selection } = editor.state;
      const anchor = readAnchoredText(doc).toAnchor(textRangeOf(node, selection));
      const quotedText = node.textBetween(selection.from, selection.to, "\n", "\n");
      return anchor && { anchor, quotedText, isReplaceable: isReplaceable(selection) };
    },
    end() {
      pause.cancel();
      editor.off("update", lookSoon);
      editor.off("transaction", tell);
      if (!editor.isDestroyed) editor.unregisterPlugin(key);
    },
  };
}

/** Is it text alone, within one line? */
export function isReplaceable({ $from, $to, from, to }: Selection): boolean {
  if (!$from.sameParent($to) || from === to) return false;
  let isText = true;
  $from.parent.nodesBetween($from.parentOffset, $to.parentOffset, ({ isText: is }) => {
    isText &&= is;
  });
  return isText;
}

function mark(
  doc: Doc,
  node: Node,
  shown: { readonly threads: readonly MarkedThread[]; readonly activeId: CommentId | undefined },
): Marked {
  if (shown.threads.length === 0) return { set: DecorationSet.empty, places: new Map() };
  const text = readAnchoredText(doc);
  const toPositions = positionsIn(node);
  const places = new Map<CommentId, TextRange>();
  for (const { id, anchor, quotedText } of shown.threads) {
    const range = text.find(anchor, quotedText);
    const positions = range && toPositions(range);
    if (positions) places.set(id, positions);
  }
  const decorations = [...places].map(([id, { from, to }]) =>
    Decoration.inline(from, to, {
      class: id === shown.activeId ? "document-comment is-active" : "document-comment",
      "data-comment": id,
    }),
  );
  return { set: DecorationSet.create(node, decorations), places };
}

function idOf(target: Element): CommentId | undefined {
  const marked = target.closest<HTMLElement>("[data-comment]");
  return marked?.dataset["comment"] as CommentId | undefined;
}
