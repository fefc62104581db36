import { createStore } from "@colbin/client";
import { COMMENT_QUOTE_MAX_LENGTH, type CommentId, type Document } from "@colbin/protocol";
import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";
import { useCall } from "#web/lib/api/use-call.ts";
import { matchesShortcut } from "#web/lib/actions/shortcut.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { openSide, useSide } from "#web/lib/routing/side.ts";
import { beginComment } from "./comment-drafts.ts";
import { openCommentMarks, type CommentMarks } from "./comment-marks.ts";
import { mayComment } from "./comment-rules.ts";
import type { LiveDocument } from "./live-document.ts";

const COMMENT_KEYS = "Mod+Alt+M";

interface Session {
  readonly live: LiveDocument;
  readonly editor: Editor;
}

/** Marks the text of open threads in the editor; undefined before that is open. */
export function useCommentMarks(
  document: Document,
  session: Session | undefined,
): CommentMarks | undefined {
  const { id } = document;
  const [opened] = useState(() => createStore<CommentMarks | undefined>(undefined));
  const marks = useStore(opened, (it) => it);
  const { data } = useCall("listDocumentComments", { params: { id } });
  const side = useSide();
  const activeId =
    side?.name === "comments" && side.at !== "new" && side.at !== "" ? side.at : undefined;
  useEffect(() => {
    if (!session) return undefined;
    const onOpen = (at: CommentId) => openSide({ name: "comments", at });
    const now = openCommentMarks(session.editor, session.live.doc, {
      quoteMax: COMMENT_QUOTE_MAX_LENGTH,
      onOpen,
    });
    opened.update(() => now);
    return () => {
      opened.update(() => undefined);
      now.end();
    };
  }, [opened, session]);
  useEffect(() => {
    const threads = (data?.results ?? []).flatMap(({ id: threadId, thread }) =>
      thread?.anchor && thread.state !== "resolved"
        ? [{ id: threadId, anchor: thread.anchor, quotedText: thread.quotedText }]
        : [],
    );
    marks?.show(threads, activeId);
  }, [marks, data, activeId]);
  useCommentKeys(document, marks);
  return marks;
}

function useCommentKeys(document: Document, marks: CommentMarks | undefined): void {
  const isOff = !mayComment(document);
  const { id } = document;
  useEffect(() => {
    if (isOff || !marks) return undefined;
    const handle = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !matchesShortcut(COMMENT_KEYS, event)) return;
      event.preventDefault();
      beginComment(id, marks);
    };
    window.addEventListener("keydown", handle);
    return () => window.removeEventListener("keydown", handle);
  }, [isOff, marks, id]);
}
