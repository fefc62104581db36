import { documentNodes } from "@colbin/documents";
import { DOCUMENT_FIELD } from "@colbin/protocol";
import { Editor, Extension, type Extensions } from "@tiptap/core";
import { Collaboration, isChangeOrigin } from "@tiptap/extension-collaboration";
import { CollaborationCaret } from "@tiptap/extension-collaboration-caret";
import { Placeholder } from "@tiptap/extensions";
import { Plugin } from "@tiptap/pm/state";
import { t } from "#web/lib/language/i18n.ts";
import { drawCaret, selectionLook } from "./document-hues.ts";
import { editorTexts } from "./editor-texts.ts";
import type { LiveDocument } from "./live-document.ts";

/** The editor of an open document, at the end of this element; nobody writes in it until it is told so. */
export function openEditor(element: HTMLElement, live: LiveDocument): Editor {
  return new Editor({
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
      transformPastedHTML: (html) => html.replaceAll(/<(\/?)h1\b/gi, "<$1h2"),
    },
  });
}

/** Lets the person write, or stops them at once. */
export function setWritable(editor: Editor, isWritable: boolean): void {
  editor.setEditable(isWritable, false);
  editor.view.dom.setAttribute("aria-readonly", String(!isWritable));
}

function extensionsFor({ doc, provider, person }: LiveDocument): Extensions {
  return [
    ...documentNodes({ toTaskLabel: (text) => t(editorTexts.task, { text }) }),
    Placeholder.configure({ placeholder: t(editorTexts.placeholder) }),
    OthersAlone,
    Collaboration.configure({ document: doc, field: DOCUMENT_FIELD, provider }),
    CollaborationCaret.configure({
      provider,
      user: { ...person },
      render: drawCaret,
      selectionRender: selectionLook,
    }),
  ];
}

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
