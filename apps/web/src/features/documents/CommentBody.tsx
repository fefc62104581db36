import { readMention, type DocumentComment } from "@colbin/protocol";
import type { ReactNode } from "react";
import { MentionChip } from "#web/features/messages/MentionChip.tsx";

/** The words of a comment as they were typed, with the people whom they name. */
export function CommentBody({ comment }: { comment: Pick<DocumentComment, "body" | "mentions"> }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
      {partsOf(comment)}
    </p>
  );
}

function partsOf({ body, mentions }: Pick<DocumentComment, "body" | "mentions">): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (let at = body.indexOf("<"); at !== -1; at = body.indexOf("<", at + 1)) {
    const mention = readMention(body, at);
    if (!mention) continue;
    parts.push(body.slice(from, at));
    parts.push(<MentionChip key={at} mention={mention.token} mentioned={mentions} />);
    from = at + mention.length;
  }
  return [...parts, body.slice(from)];
}
