import type { Document, DocumentComment } from "@colbin/protocol";
import { Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import type { MenuAction } from "#web/design/menu/menu-entry.ts";
import { MoreMenu } from "#web/design/menu/MoreMenu.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { account } from "#web/lib/api/account.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { setDraft } from "#web/lib/device/comment-drafts.ts";
import { withWords } from "#web/lib/device/mention-words.ts";
import { t } from "#web/lib/language/i18n.ts";
import { nextFrame } from "#web/lib/react/next-frame.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { mayComment, mayDelete } from "./comment-rules.ts";
import { commentTexts } from "./comment-texts.ts";
import { CommentBody } from "./CommentBody.tsx";
import { CommentForm } from "./CommentForm.tsx";
import { CommentReactions } from "./CommentReactions.tsx";
import { DocumentWhen } from "./DocumentWhen.tsx";
import { SuggestedChange } from "./SuggestedChange.tsx";

interface CommentItemProps {
  document: Document;
  comment: DocumentComment;
}

/** One comment of a thread, with what its person may do with it. */
export function CommentItem({ document, comment }: CommentItemProps) {
  const { id, author, createdAt, editedAt } = comment;
  const ownId = useStore(account.session, ({ user }) => user?.id);
  const [task, setTask] = useState<"edit" | "delete">();
  const { act: update } = useAct("updateDocumentComment", ["listDocumentComments"]);
  const params = { id: document.id, commentId: id };
  const place = `edit ${id}`;
  const canComment = mayComment(document);
  const item = useRef<HTMLElement>(null);
  // The field goes with the focus in it: the button that began has it then.
  const closeForm = () => {
    setTask(undefined);
    nextFrame(() => {
      if (window.document.activeElement !== window.document.body) return;
      item.current?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.focus();
    });
  };
  const cancel = () => {
    setDraft(place, undefined);
    closeForm();
  };
  const entries: MenuAction[] = [];
  if (canComment && author.id === ownId && comment.body !== "")
    entries.push({
      kind: "action",
      id: "edit",
      label: t(commentTexts.edit),
      icon: Pencil,
      onSelect: () => setTask("edit"),
    });
  if (mayDelete(document, comment, ownId))
    entries.push({
      kind: "action",
      id: "delete",
      label: t(commentTexts.delete),
      icon: Trash2,
      isDanger: true,
      onSelect: () => setTask("delete"),
    });
  return (
    <article ref={item} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
      <PersonAvatar id={author.id} name={author.fullName} picture={author.avatar_url} size="xs" />
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <div className="flex min-h-7 items-center gap-2">
          <bdi className="clip-line font-strong">{author.fullName}</bdi>
          <span className="flex-none text-xs text-ink-subtle">
            <DocumentWhen at={createdAt} />
            {editedAt !== null && ` · ${t(commentTexts.edited)}`}
          </span>
          <span className="flex-1" />
          {entries.length > 0 && (
            <MoreMenu label={t(commentTexts.more, { name: author.fullName })} entries={entries} />
          )}
        </div>
        {task === "edit" ? (
          <CommentForm
            label={t(commentTexts.field)}
            verb={t(commentTexts.save)}
            place={place}
            initial={withWords(comment.body, comment.mentions)}
            focus={place}
            onSend={(body) => update({ params, body: { body } })}
            onSent={closeForm}
            onCancel={cancel}
          />
        ) : (
          comment.body !== "" && <CommentBody comment={comment} />
        )}
        {comment.thread && <SuggestedChange thread={comment.thread} />}
        <CommentReactions comment={comment} ownId={ownId} canReact={canComment} />
      </div>
      {task === "delete" && <DeleteComment comment={comment} onClose={() => setTask(undefined)} />}
    </article>
  );
}

function DeleteComment({ comment, onClose }: { comment: DocumentComment; onClose: () => void }) {
  const { act } = useAct("deleteDocumentComment", ["listDocumentComments"]);
  const params = { id: comment.documentId, commentId: comment.id };
  return (
    <FormDialog
      title={t(commentTexts.deleteTitle)}
      text={t(comment.thread ? commentTexts.deleteThreadText : commentTexts.deleteText)}
      verb={t(commentTexts.delete)}
      isDanger
      onConfirm={() => act({ params })}
      onClose={onClose}
    />
  );
}
