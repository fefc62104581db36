import type { CommentId, DocumentComment } from "@colbin/protocol";
import { MessageCircle } from "lucide-react";
import { useRef, useState } from "react";
import { Segmented } from "#web/design/form/Segmented.tsx";
import { SideSheet } from "#web/design/overlay/SideSheet.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { LoadingLine } from "#web/design/page/LoadingLine.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { useConnectionBack } from "#web/lib/api/use-connection-back.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { openSide, type SideProps } from "#web/lib/routing/side.ts";
import { inTextOrder, mayComment, toThreads, type CommentThread } from "./comment-rules.ts";
import { commentTexts } from "./comment-texts.ts";
import { CommentThreadCard } from "./CommentThreadCard.tsx";
import { NewComment } from "./NewComment.tsx";
import { useCardFocus } from "./use-card-focus.ts";
import { openDocument, type OpenDocument } from "./use-document-side.ts";

/** `?side=comments`, or `comments:{id}` with one of them in sight: what people say about the document on the page. */
export function CommentsSheet({ at, onClose }: SideProps<"comments">) {
  const open = useStore(openDocument, (it) => it);
  if (!open) return null;
  return (
    <SideSheet title={t(commentTexts.title)} onClose={onClose}>
      <Comments key={open.document.id} open={open} at={at} />
    </SideSheet>
  );
}

type Shown = "open" | "resolved";

function Comments({ open, at }: { open: OpenDocument; at: SideProps<"comments">["at"] }) {
  const { document } = open;
  const { data, error, refetch } = useCall("listDocumentComments", {
    params: { id: document.id },
  });
  useConnectionBack(error !== null, refetch);
  if (!data)
    return error ? (
      <ErrorState
        title={t(commentTexts.loadFailed)}
        text={errorText(error)}
        onRetry={() => void refetch()}
      />
    ) : (
      <LoadingLine text={t(commentTexts.loading)} />
    );
  return <Threads open={open} at={at} comments={data.results} />;
}

interface ThreadsProps {
  open: OpenDocument;
  at: SideProps<"comments">["at"];
  comments: readonly DocumentComment[];
}

function Threads({ open, at, comments }: ThreadsProps) {
  const { document, editor, marks } = open;
  const threads = toThreads(comments);
  const activeId = threadOf(comments, at);
  const active = threads.find(({ head }) => head.id === activeId);
  const [{ at: seen, shown }, setView] = useState({ at: "", shown: "open" as Shown });
  // A comment that is opened is shown, whatever was chosen before; one that is resolved then is not followed.
  if (seen !== at) setView({ at, shown: active ? shownWith(active) : shown });
  const places = useStore(marks.places, (found) => found);
  const listed = inTextOrder(
    threads.filter((thread) => shownWith(thread) === shown),
    places,
  );
  const list = useRef<HTMLDivElement>(null);
  useCardFocus(list);
  const show = ({ head }: CommentThread) => {
    const place = places.get(head.id);
    if (!place) return undefined;
    return () => {
      openSide({ name: "comments", at: head.id });
      // The text may have become shorter since.
      const { node } = editor.view.domAtPos(Math.min(place.from, editor.state.doc.content.size));
      (node instanceof Element ? node : node.parentElement)?.scrollIntoView({ block: "center" });
    };
  };
  return (
    <ScrollRegion className="min-h-0 flex-1 px-3 pt-3 pb-4">
      <div ref={list} className="grid grid-cols-1 gap-3">
        {mayComment(document) && <NewComment document={document} isAsked={at === "new"} />}
        <Segmented
          label={t(commentTexts.which)}
          options={[
            { value: "open", label: t(commentTexts.open) },
            { value: "resolved", label: t(commentTexts.resolved) },
          ]}
          value={shown}
          onChange={(next) => setView({ at, shown: next })}
        />
        {listed.length === 0 && <None shown={shown} canComment={mayComment(document)} />}
        {listed.map((thread) => (
          <CommentThreadCard
            key={thread.head.id}
            document={document}
            thread={thread}
            isActive={thread.head.id === activeId}
            onShow={show(thread)}
          />
        ))}
      </div>
    </ScrollRegion>
  );
}

function shownWith({ head }: CommentThread): Shown {
  return head.thread.state === "resolved" ? "resolved" : "open";
}

/** The thread of a comment, which may be a reply in it. */
function threadOf(
  comments: readonly DocumentComment[],
  at: SideProps<"comments">["at"],
): CommentId | undefined {
  const named = comments.find(({ id }) => id === at);
  return named && (named.parentId ?? named.id);
}

function None({ shown, canComment }: { shown: Shown; canComment: boolean }) {
  if (shown === "resolved")
    return (
      <EmptyState
        icon={MessageCircle}
        title={t(commentTexts.noneResolved)}
        text={t(commentTexts.noneResolvedText)}
      />
    );
  return (
    <EmptyState
      icon={MessageCircle}
      title={t(commentTexts.none)}
      text={t(canComment ? commentTexts.noneText : commentTexts.noneRead)}
    />
  );
}
