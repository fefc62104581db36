import type { Document } from "@colbin/protocol";
import clsx from "clsx";
import { useEffect, useRef } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { account } from "#web/lib/api/account.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { mayComment, mayResolve, type CommentThread } from "./comment-rules.ts";
import { commentTexts } from "./comment-texts.ts";
import { CommentForm } from "./CommentForm.tsx";
import { CommentItem } from "./CommentItem.tsx";

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
  const { state, resolvedBy } = head.thread;
  const ownId = useStore(account.session, ({ user }) => user?.id);
  const card = useRef<HTMLElement>(null);
  const reads = ["listDocumentComments"] as const;
  const { act: create } = useAct("createDocumentComment", reads);
  const { act: resolve, isPending: isResolving } = useAct("resolveDocumentComment", reads);
  const { act: reopen, isPending: isOpening } = useAct("unresolveDocumentComment", reads);
  useEffect(() => {
    if (isActive) card.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  const params = { id: document.id, commentId: head.id };
  const isResolved = state === "resolved";
  const turn = () =>
    void tellFailure(commentTexts.failed, isResolved ? reopen({ params }) : resolve({ params }));
  const label = t(commentTexts.thread, { name: head.author.fullName });
  return (
    <section
      ref={card}
      aria-label={label}
      aria-current={isActive || undefined}
      tabIndex={-1}
      className={clsx(
        "grid gap-3 rounded-md p-3 inset-ring",
        isActive ? "bg-accent-soft inset-ring-accent-line" : "inset-ring-line",
      )}
    >
      <Quote thread={thread} onShow={onShow} />
      {[head, ...replies].map((comment) => (
        <CommentItem key={comment.id} document={document} comment={comment} />
      ))}
      {resolvedBy && (
        <p className="text-xs text-ink-subtle">
          {t(commentTexts.resolvedBy, { name: resolvedBy.fullName })}
        </p>
      )}
      {mayComment(document) && !isResolved && (
        <CommentForm
          label={t(commentTexts.replyField, { name: head.author.fullName })}
          verb={t(commentTexts.reply)}
          place={`reply ${head.id}`}
          onSend={(body) =>
            create({ params: { id: document.id }, body: { body, parentId: head.id } })
          }
        />
      )}
      {mayResolve(document, head, ownId) && (
        <Button
          size="sm"
          className="justify-self-start"
          isBusy={isResolving || isOpening}
          onClick={turn}
        >
          {t(isResolved ? commentTexts.reopen : commentTexts.resolve)}
        </Button>
      )}
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
