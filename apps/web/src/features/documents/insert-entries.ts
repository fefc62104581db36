import type { DocumentId } from "@colbin/protocol";
import type { Editor } from "@tiptap/core";
import {
  AtSign,
  File,
  Image,
  MessageSquareQuote,
  Minus,
  Radical,
  Table,
  type LucideIcon,
} from "lucide-react";
import type { Text } from "#web/lib/language/i18n.ts";
import { toolGroups, type EditorTool } from "./editor-tools.ts";
import { chooseFiles, insertFiles } from "./insert-files.ts";
import { insertTexts } from "./insert-texts.ts";
import type { NamedPerson } from "./MentionNotice.tsx";
import { toolTexts } from "./tool-texts.ts";

/** Things that a dialog asks for before they are put in. */
export type Asked = "formula" | "formulaInLine" | "message";

export interface InsertPlace {
  readonly editor: Editor;
  readonly documentId: DocumentId;
  readonly ask: (asked: Asked) => void;
  /** Somebody was named in the text. */
  readonly onNamed: (person: NamedPerson) => void;
}

/** An entry of the menu that puts a thing where the person writes. */
export interface InsertEntry {
  readonly text: Text;
  /** Other words by which it is found, in English as in markdown. */
  readonly words: string;
  readonly icon: LucideIcon;
  readonly run: (place: InsertPlace) => void;
}

const words: Readonly<Record<string, string>> = {
  [toolTexts.heading1.message]: "h1 title",
  [toolTexts.heading2.message]: "h2",
  [toolTexts.heading3.message]: "h3",
  [toolTexts.list.message]: "ul bullets",
  [toolTexts.numbers.message]: "ol ordered",
  [toolTexts.tasks.message]: "todo checkbox",
  [toolTexts.codeBlock.message]: "code program",
};

function toolEntry({ text, icon, apply }: EditorTool): InsertEntry {
  return {
    text,
    words: words[text.message] ?? "",
    icon,
    run: ({ editor }) => apply(editor.chain().focus()).run(),
  };
}

const asked = (kind: Asked) => (place: InsertPlace) => place.ask(kind);

function chosen(accept: string) {
  return ({ editor, documentId }: InsertPlace) =>
    chooseFiles(accept, (files) => void insertFiles(editor, documentId, files));
}

export const insertEntries: readonly InsertEntry[] = [
  ...toolGroups.text.slice(0, 3).map(toolEntry),
  ...toolGroups.blocks.map(toolEntry),
  {
    text: toolTexts.table,
    words: "grid",
    icon: Table,
    run: ({ editor }) =>
      editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  {
    text: insertTexts.divider,
    words: "line rule hr",
    icon: Minus,
    run: ({ editor }) => editor.chain().focus().setHorizontalRule().run(),
  },
  { text: insertTexts.image, words: "picture photo", icon: Image, run: chosen("image/*") },
  { text: insertTexts.file, words: "attachment upload", icon: File, run: chosen("") },
  { text: insertTexts.formula, words: "math latex", icon: Radical, run: asked("formula") },
  {
    text: insertTexts.formulaInLine,
    words: "math latex",
    icon: Radical,
    run: asked("formulaInLine"),
  },
  {
    text: insertTexts.message,
    words: "chat embed link",
    icon: MessageSquareQuote,
    run: asked("message"),
  },
  {
    text: insertTexts.mention,
    words: "person people user",
    icon: AtSign,
    run: ({ editor }) => editor.chain().focus().insertContent("@").run(),
  },
];
