import { documentNodes } from "@colbin/documents";
import { DOCUMENT_FIELD, type DocumentId } from "@colbin/protocol";
import { Editor, Extension, InputRule, type Extensions } from "@tiptap/core";
import { Collaboration, isChangeOrigin } from "@tiptap/extension-collaboration";
import { CollaborationCaret } from "@tiptap/extension-collaboration-caret";
import { Dropcursor } from "@tiptap/extensions/drop-cursor";
import { Gapcursor } from "@tiptap/extensions/gap-cursor";
import { Placeholder } from "@tiptap/extensions/placeholder";
import { Plugin } from "@tiptap/pm/state";
import { t } from "#web/lib/language/i18n.ts";
import { CodeColours } from "./code-colours.ts";
import { drawCaret, selectionLook } from "./document-hues.ts";
import { editorTexts } from "./editor-texts.ts";
import { followLink } from "./link-clicks.ts";
import { KeptMapping } from "./kept-mapping.ts";
import type { LiveDocument } from "./live-document.ts";
import { menuKeys } from "./menu-token.ts";
import { messageView } from "./message-view.ts";
import { setBoxes, withViews } from "./node-views.ts";
import { pasteProps } from "./paste.ts";

/** The editor of an open document, at the end of this element; nobody writes in it until it is told so. */
export function openEditor(
  element: HTMLElement,
  live: LiveDocument,
  { documentId, onOpen }: EditorPlace,
): Editor {
  const editor: Editor = new Editor({
    element,
    editable: false,
    extensions: extensionsFor(live),
    coreExtensionOptions: { tabindex: { value: "0" } },
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": t(editorTexts.text),
        class: "outline-none",
      },
      ...pasteProps({ documentId, editor: () => editor }),
      handleKeyDown: (view, event) => menuKeys.get(view)?.(event) ?? false,
      handleDOMEvents: { click: (view, event) => followLink(view, event, onOpen) },
    },
  });
  return editor;
}

interface EditorPlace {
  readonly documentId: DocumentId;
  /** Opens another page of the app. */
  readonly onOpen: (path: string) => void;
}

/** Lets the person write, or stops them at once. */
export function setWritable(editor: Editor, isWritable: boolean): void {
  editor.setEditable(isWritable, false);
  editor.view.dom.setAttribute("aria-readonly", String(!isWritable));
  setBoxes(editor.view.dom, isWritable);
}

function extensionsFor({ doc, provider, person }: LiveDocument): Extensions {
  return [
    ...withViews(documentNodes({ toTaskLabel: (text) => t(editorTexts.task, { text }) }), {
      messageEmbed: messageView,
    }),
    CodeColours,
    Gapcursor,
    Dropcursor,
    Placeholder.configure({ placeholder: t(editorTexts.placeholder) }),
    OthersAlone,
    TasksInLists,
    Collaboration.configure({
      document: doc,
      field: DOCUMENT_FIELD,
      provider,
      ySyncOptions: { mapping: new KeptMapping(doc.getXmlFragment(DOCUMENT_FIELD)) },
    }),
    CollaborationCaret.configure({
      provider,
      user: { ...person },
      render: drawCaret,
      selectionRender: selectionLook,
    }),
  ];
}

/** `[ ] ` at the beginning of an item of a list makes a task of it, as after `- `; TipTap does so in paragraphs alone. */
const TasksInLists = Extension.create({
  name: "tasksInLists",
  addInputRules: () => [
    new InputRule({
      find: /^\[[ x]?\]\s$/i,
      handler({ state, range, match, chain }) {
        const { $from } = state.selection;
        if ($from.node(-1).type.name !== "listItem" || $from.index(-1) > 0) return;
        const checked = /x/i.test(match[0]);
        chain().deleteRange(range).toggleTaskList().updateAttributes("taskItem", { checked }).run();
      },
    }),
  ],
});

/** While the person may not write, nothing here does so for them: links are made of addresses, and tables completed, by those who may. */
const OthersAlone = Extension.create({
  name: "othersAlone",
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        filterTransaction: (transaction) =>
          editor.options.editable || !transaction.docChanged || isChangeOrigin(transaction),
      }),
    ];
  },
});
