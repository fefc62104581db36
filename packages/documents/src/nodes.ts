import type { Extensions } from "@tiptap/core";
import { Blockquote } from "@tiptap/extension-blockquote";
import { Bold } from "@tiptap/extension-bold";
import { Code } from "@tiptap/extension-code";
import { CodeBlock } from "@tiptap/extension-code-block";
import { Document } from "@tiptap/extension-document";
import { HardBreak } from "@tiptap/extension-hard-break";
import { Heading } from "@tiptap/extension-heading";
import { HorizontalRule } from "@tiptap/extension-horizontal-rule";
import { Italic } from "@tiptap/extension-italic";
import {
  BulletList,
  ListItem,
  ListKeymap,
  OrderedList,
  TaskItem,
  TaskList,
} from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Strike } from "@tiptap/extension-strike";
import { TableKit } from "@tiptap/extension-table";
import { Text } from "@tiptap/extension-text";
import { FileNode, Image } from "./files.ts";
import { Link } from "./link.ts";
import { MathBlock, MathInline } from "./math.ts";
import { DocumentLink, Mention } from "./mentions.ts";
import { MessageEmbed } from "./message-embed.ts";

/** The title of the page is its first heading. */
export const headingLevels = [2, 3, 4] as const;

export interface NodeOptions {
  /** How a task is announced, by its text. */
  readonly toTaskLabel?: (text: string) => string;
}

/**
 * The nodes and marks that documents are made of, without what shows or edits them: the same for the server and for every editor. One by
 * one: the kit of TipTap brings an undo of its own, and a link that knows all domains.
 */
export function documentNodes({ toTaskLabel }: NodeOptions = {}): Extensions {
  return [
    Document,
    Paragraph,
    Text,
    Heading.configure({ levels: [...headingLevels] }),
    Blockquote,
    CodeBlock,
    HorizontalRule,
    HardBreak,
    BulletList,
    OrderedList,
    ListItem,
    ListKeymap,
    Bold,
    Italic,
    Strike,
    Code,
    Link,
    TableKit.configure({ table: { resizable: false } }),
    TaskList,
    TaskItem.configure({
      nested: true,
      ...(toTaskLabel && {
        a11y: { checkboxLabel: ({ textContent }) => toTaskLabel(textContent) },
      }),
    }),
    Mention,
    DocumentLink,
    Image,
    FileNode,
    MessageEmbed,
    MathInline,
    MathBlock,
  ];
}
