import type { Document } from "@colbin/protocol";
import clsx from "clsx";
import { useEffect, useRef } from "react";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { mayComment, type CommentThread } from "./comment-rules.ts";
import { commentTexts } from "./comment-texts.ts";
import { CommentForm } from "./CommentForm.tsx";
import { CommentItem } from "./CommentItem.tsx";
import { endText, ThreadActs } from "./ThreadActs.tsx";

interface CommentThreadCardProps {
  document: Document;
  thread: CommentThread;
  isActive: boolean;
  /** Shows the text that it is about; absent where that is not there. */
  onShow: (() => void) | undefined;
}

/** The text that a thread is about, the comments in it, and the way to answer. */
export function CommentThreadCard(props: CommentThreadCardProps) {
  const { document, thread, isActive, onShow } = props;
  const { head, replies } = thread;
  const end = endText(head);
  const card = useRef<HTMLElement>(null);
  const { act: create } = useAct("createDocumentComment", ["listDocumentComments"]);
  useEffect(() => {
    if (isActive) card.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  const label = t(commentTexts.thread, { name: head.author.fullName });
  return (
    <section
      ref={card}
      aria-label={label}
      aria-current={isActive || undefined}
      tabIndex={-1}
      className={clsx(
        "grid grid-cols-1 gap-3 rounded-md p-3 inset-ring",
        isActive ? "bg-accent-soft inset-ring-accent-line" : "inset-ring-line",
      )}
    >
      <Quote thread={thread} onShow={onShow} />
      {[head, ...replies].map((comment) => (
        <CommentItem key={comment.id} document={document} comment={comment} />
      ))}
      {end !== null && <p className="text-xs text-ink-subtle">{end}</p>}
      {mayComment(document) && head.thread.state !== "resolved" && (
        <CommentForm
          label={t(commentTexts.replyField, { name: head.author.fullName })}
          verb={t(commentTexts.reply)}
          place={`reply ${head.id}`}
          onSend={(body) =>
            create({ params: { id: document.id }, body: { body, parentId: head.id } })
          }
        />
      )}
      <ThreadActs document={document} head={head} />
    </section>
  );
}

function Quote({ thread: { head }, onShow }: Pick<CommentThreadCardProps, "thread" | "onShow">) {
  const { anchor, quotedText, state } = head.thread;
  if (anchor === null) return <p className="text-xs text-ink-subtle">{t(commentTexts.aboutAll)}</p>;
  const quote = "line-clamp-2 border-s-2 border-warning ps-2 text-start text-xs text-ink-muted";
  return (
    <div className="grid gap-1">
      {onShow ? (
        <button
          type="button"
          className={clsx(quote, "min-h-6 hover:text-ink")}
          data-tooltip={t(commentTexts.show)}
          onClick={onShow}
        >
          <bdi>{quotedText}</bdi>
        </button>
      ) : (
        <blockquote className={quote}>
          <bdi>{quotedText}</bdi>
        </blockquote>
      )}
      {state === "orphaned" && (
        <p className="text-xs text-ink-subtle">{t(commentTexts.orphaned)}</p>
      )}
    </div>
  );
}
