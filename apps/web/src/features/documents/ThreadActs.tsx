import type { Document } from "@colbin/protocol";
import { Button } from "#web/design/button/Button.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { account } from "#web/lib/api/account.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { mayAccept, mayResolve, type CommentThread } from "./comment-rules.ts";
import { commentTexts } from "./comment-texts.ts";
import { suggestionTexts } from "./suggestion-texts.ts";

interface ThreadActsProps extends Pick<CommentThread, "head"> {
  document: Document;
}

/** Ends a thread or opens it again; a suggestion is accepted or declined by that. */
export function ThreadActs({ document, head }: ThreadActsProps) {
  const ownId = useStore(account.session, ({ user }) => user?.id);
  const reads = ["listDocumentComments"] as const;
  const { act: accept, isPending: isAccepting } = useAct("acceptDocumentSuggestion", reads);
  const { act: resolve, isPending: isResolving } = useAct("resolveDocumentComment", reads);
  const { act: reopen, isPending: isOpening } = useAct("unresolveDocumentComment", reads);
  const params = { id: document.id, commentId: head.id };
  const isResolved = head.thread.state === "resolved";
  const turn = () =>
    void tellFailure(commentTexts.failed, isResolved ? reopen({ params }) : resolve({ params }));
  if (!mayResolve(document, head, ownId)) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {mayAccept(document, head) && (
        <Button
          size="sm"
          variant="primary"
          isBusy={isAccepting}
          onClick={() => void tellFailure(suggestionTexts.failed, accept({ params }))}
        >
          {t(suggestionTexts.accept)}
        </Button>
      )}
      <Button size="sm" isBusy={isResolving || isOpening} onClick={turn}>
        {t(isResolved ? commentTexts.reopen : endOf(head, head.author.id === ownId))}
      </Button>
    </div>
  );
}

function endOf({ thread: { suggestion } }: CommentThread["head"], isOwn: boolean): Text {
  if (suggestion === null) return commentTexts.resolve;
  return isOwn ? suggestionTexts.withdraw : suggestionTexts.decline;
}

/** By whom a thread was ended, and how; undefined while it is open. */
export function endText({ thread: { resolvedBy, outcome } }: CommentThread["head"]) {
  return resolvedBy && t(endTexts[outcome ?? "resolved"], { name: resolvedBy.fullName });
}

const endTexts = {
  accepted: suggestionTexts.accepted,
  declined: suggestionTexts.declined,
  resolved: commentTexts.resolvedBy,
} as const;
