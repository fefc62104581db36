import type { ChainedCommands, Editor } from "@tiptap/core";
import {
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  Italic,
  List,
  ListOrdered,
  ListTodo,
  Quote,
  Redo2,
  SquareCode,
  Strikethrough,
  Undo2,
  type LucideIcon,
} from "lucide-react";
import type { Text } from "#web/lib/language/i18n.ts";
import { toolTexts } from "./tool-texts.ts";

/** A button of the editor. */
export interface EditorTool {
  readonly text: Text;
  readonly icon: LucideIcon;
  readonly apply: (chain: ChainedCommands) => ChainedCommands;
  /** Does it hold where the person writes? Absent for what cannot. */
  readonly isOn?: (editor: Editor) => boolean;
  readonly isOff?: (editor: Editor) => boolean;
}

function headingTool(level: 2 | 3 | 4, text: Text, icon: LucideIcon): EditorTool {
  return {
    text,
    icon,
    apply: (chain) => chain.toggleHeading({ level }),
    isOn: (editor) => editor.isActive("heading", { level }),
  };
}

/** The tools in groups, in the order of the bar; those of links and of tables ask for more, and stand between them. */
export const toolGroups = {
  text: [
    headingTool(2, toolTexts.heading1, Heading1),
    headingTool(3, toolTexts.heading2, Heading2),
    headingTool(4, toolTexts.heading3, Heading3),
    {
      text: toolTexts.bold,
      icon: Bold,
      apply: (chain) => chain.toggleBold(),
      isOn: (editor) => editor.isActive("bold"),
    },
    {
      text: toolTexts.italic,
      icon: Italic,
      apply: (chain) => chain.toggleItalic(),
      isOn: (editor) => editor.isActive("italic"),
    },
    {
      text: toolTexts.strike,
      icon: Strikethrough,
      apply: (chain) => chain.toggleStrike(),
      isOn: (editor) => editor.isActive("strike"),
    },
    {
      text: toolTexts.code,
      icon: Code,
      apply: (chain) => chain.toggleCode(),
      isOn: (editor) => editor.isActive("code"),
    },
  ],
  blocks: [
    {
      text: toolTexts.list,
      icon: List,
      apply: (chain) => chain.toggleBulletList(),
      isOn: (editor) => editor.isActive("bulletList"),
    },
    {
      text: toolTexts.numbers,
      icon: ListOrdered,
      apply: (chain) => chain.toggleOrderedList(),
      isOn: (editor) => editor.isActive("orderedList"),
    },
    {
      text: toolTexts.tasks,
      icon: ListTodo,
      apply: (chain) => chain.toggleTaskList(),
      isOn: (editor) => editor.isActive("taskList"),
    },
    {
      text: toolTexts.quote,
      icon: Quote,
      apply: (chain) => chain.toggleBlockquote(),
      isOn: (editor) => editor.isActive("blockquote"),
    },
    {
      text: toolTexts.codeBlock,
      icon: SquareCode,
      apply: (chain) => chain.toggleCodeBlock(),
      isOn: (editor) => editor.isActive("codeBlock"),
    },
  ],
  history: [
    {
      text: toolTexts.undo,
      icon: Undo2,
      apply: (chain) => chain.undo(),
      isOff: (editor) => !editor.can().undo(),
    },
    {
      text: toolTexts.redo,
      icon: Redo2,
      apply: (chain) => chain.redo(),
      isOff: (editor) => !editor.can().redo(),
    },
  ],
} as const satisfies Readonly<Record<string, readonly EditorTool[]>>;
