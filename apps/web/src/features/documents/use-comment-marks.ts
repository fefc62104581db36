import { createStore } from "@colbin/client";
import type { CommentId, Document } from "@colbin/protocol";
import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";
import { useCall } from "#web/lib/api/use-call.ts";
import { useOffer } from "#web/lib/actions/offer.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { openSide, useSide } from "#web/lib/routing/side.ts";
import { commenting, suggesting } from "./actions.ts";
import { beginComment, beginSuggestion } from "./comment-drafts.ts";
import { openCommentMarks, type CommentMarks } from "./comment-marks.ts";
import { mayComment } from "./comment-rules.ts";
import type { LiveDocument } from "./live-document.ts";

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
    const now = openCommentMarks(session.editor, session.live.doc, onOpen);
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
  const mayBegin = marks && mayComment(document);
  useOffer(commenting, mayBegin ? () => beginComment(id, marks) : undefined);
  useOffer(suggesting, mayBegin ? () => beginSuggestion(id, marks) : undefined);
  return marks;
}
