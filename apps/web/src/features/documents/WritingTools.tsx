import type { Document } from "@colbin/protocol";
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { DocumentTools } from "./DocumentTools.tsx";
import { EditorMenu } from "./EditorMenu.tsx";
import type { Asked } from "./insert-entries.ts";
import type { NamedPerson } from "./MentionNotice.tsx";

const MentionNotice = lazyPart(() => import("./MentionNotice.tsx"), "MentionNotice");
const InsertDialog = lazyPart(() => import("./InsertDialog.tsx"), "InsertDialog");

interface WritingToolsProps {
  document: Document;
  editor: Editor;
}

/** The tools above the text and the menus in it, for people who may write. */
export function WritingTools({ document, editor }: WritingToolsProps) {
  const [asked, setAsked] = useState<Asked>();
  const [named, setNamed] = useState<NamedPerson>();
  return (
    <>
      <DocumentTools editor={editor} />
      <EditorMenu editor={editor} documentId={document.id} ask={setAsked} onNamed={setNamed} />
      {named && (
        <MentionNotice
          key={named.id}
          document={document}
          named={named}
          onClose={() => setNamed(undefined)}
        />
      )}
      {asked && <InsertDialog editor={editor} asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
