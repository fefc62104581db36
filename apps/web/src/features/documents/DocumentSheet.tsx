import { createStore } from "@colbin/client";
import type { Document } from "@colbin/protocol";
import { FileX, TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { Banner } from "#web/design/page/Banner.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { Skeleton } from "#web/design/page/Skeleton.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { mayComment } from "./comment-rules.ts";
import { setWritable } from "./document-editor.ts";
import { isWritable } from "./document-state.ts";
import { DocumentByline } from "./DocumentByline.tsx";
import { DocumentFrame } from "./DocumentFrame.tsx";
import { DocumentOutline } from "./DocumentOutline.tsx";
import { DocumentPeople } from "./DocumentPeople.tsx";
import { DocumentsBelow } from "./DocumentsBelow.tsx";
import { DocumentState } from "./DocumentState.tsx";
import { DocumentTitle } from "./DocumentTitle.tsx";
import { DocumentTrail } from "./DocumentTrail.tsx";
import { editorTexts } from "./editor-texts.ts";
import { closedState } from "./live-document.ts";
import { saveCopy } from "./save-copy.ts";
import { SheetTools } from "./SheetTools.tsx";
import { useCommentMarks } from "./use-comment-marks.ts";
import { useDocumentSide } from "./use-document-side.ts";
import { useDocumentSession } from "./use-document-session.ts";
import { useIsNew } from "./use-new-document.ts";

/** Parts that come after the text. */
const WritingTools = lazyPart(() => import("./WritingTools.tsx"), "WritingTools");
const SelectionComment = lazyPart(() => import("./SelectionComment.tsx"), "SelectionComment");
const OtherBuild = lazyPart(() => import("./OtherBuild.tsx"), "OtherBuild");

const unopened = createStore(closedState);

/** A document with its text, which all who have it open write together. */
export function DocumentSheet({ document }: { document: Document }) {
  const place = useRef<HTMLDivElement>(null);
  const session = useDocumentSession(place, document.id);
  const { live, editor } = session ?? {};
  const state = live?.state ?? unopened;
  const isGone = useStore(state, (now) => now.isGone);
  // Nobody comments on a document that is gone.
  const marks = useCommentMarks(document, isGone ? undefined : session);
  useDocumentSide(document, editor, marks);
  const isNew = useIsNew();
  // The person who made it a moment ago does not wait for a text that is not there.
  const isEditable = useStore(state, (now) =>
    isWritable(document, { ...now, isReady: now.isReady || isNew }),
  );
  // Nobody waits for the text to give the document its title.
  const isTitleWritable = useStore(state, (now) => isWritable(document, { ...now, isReady: true }));
  const isReady = useStore(state, (now) => now.isReady || isNew);
  const build = useStore(state, (now) => now.build);
  const size = useStore(state, (now) => now.size);
  const isTextWanted = useRef(false);
  useEffect(() => {
    if (!editor) return;
    setWritable(editor, isEditable);
    if (!isEditable || !isTextWanted.current) return;
    isTextWanted.current = false;
    // The command of TipTap waits for a frame, and keys until then would be lost.
    if (window.document.activeElement === window.document.body) editor.view.focus();
  }, [editor, isEditable]);
  const goToText = () => {
    if (editor && isEditable) editor.view.focus();
    else isTextWanted.current = true;
  };
  const copy = () => editor && saveCopy(document.title, editor.getHTML());
  return (
    <DocumentFrame
      title={document.title}
      place={<DocumentTrail document={document} />}
      state={<DocumentState document={document} state={state} />}
      tools={
        <>
          <People state={state} />
          {!isGone && <SheetTools document={document} onCopy={copy} />}
        </>
      }
    >
      {isGone && <Gone onCopy={copy} />}
      {build !== "same" && <OtherBuild isOlder={build === "older"} />}
      {size !== "fits" && <Large isFull={size === "full"} />}
      {editor && isEditable && (
        <WritingTools
          document={document}
          editor={editor}
          missing={<div className="h-10 border-b border-line" />}
        />
      )}
      <div className="scroll-area min-h-0 flex-1">
        <div className="grid grid-cols-[minmax(0,42.5rem)] justify-center gap-10 px-gutter pt-10 pb-20 max-pair:pt-5 trio:grid-cols-[10.5rem_minmax(0,42.5rem)]">
          <div className="sticky top-10 self-start max-trio:hidden">
            {editor && <DocumentOutline editor={editor} />}
          </div>
          <article data-scope="document" className="document-sheet relative min-w-0">
            <DocumentTitle
              document={document}
              isWritable={isTitleWritable}
              isNew={isNew}
              onDone={goToText}
            />
            <DocumentByline document={document} />
            {!isReady && <Bones />}
            <div ref={place} className="document-text" />
            {editor && marks && mayComment(document) && (
              <SelectionComment document={document} editor={editor} marks={marks} />
            )}
            {!isGone && <DocumentsBelow document={document} />}
          </article>
        </div>
      </div>
    </DocumentFrame>
  );
}

function People({ state }: Pick<Parameters<typeof DocumentState>[0], "state">) {
  const people = useStore(state, (now) => now.people);
  return <DocumentPeople people={people} />;
}

function Gone({ onCopy }: { onCopy: () => void }) {
  return (
    <div className="flex-none px-gutter pt-2.5 max-pair:px-2">
      <Banner
        icon={FileX}
        action={
          <Button size="sm" onClick={onCopy}>
            {t(editorTexts.copy)}
          </Button>
        }
      >
        {t(editorTexts.gone)}
      </Banner>
    </div>
  );
}

function Large({ isFull }: { isFull: boolean }) {
  return (
    <div className="flex-none px-gutter pt-2.5 max-pair:px-2">
      <Banner icon={TriangleAlert}>{t(isFull ? editorTexts.full : editorTexts.large)}</Banner>
    </div>
  );
}

function Bones() {
  return (
    <div role="status" aria-label={t(editorTexts.loading)} className="late grid gap-3 pt-1">
      {["w-full", "w-11/12", "w-full", "w-2/3"].map((width, at) => (
        <Skeleton key={at} className={`h-3 rounded-xs ${width}`} />
      ))}
    </div>
  );
}
