import type { DocumentComment, UserId } from "@colbin/protocol";
import clsx from "clsx";
import { SmilePlus } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Popover } from "#web/design/overlay/Popover.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { EmojiPicker } from "#web/features/emoji/EmojiPicker.tsx";
import { reactionNames } from "#web/features/reactions/reaction-names.ts";
import { reactionTexts } from "#web/features/reactions/texts.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { commentTexts } from "./comment-texts.ts";

const CustomEmoji = lazyPart(() => import("#web/features/emoji/CustomEmoji.tsx"), "CustomEmoji");

interface CommentReactionsProps {
  comment: DocumentComment;
  ownId: UserId | undefined;
  canReact: boolean;
}

/** Under a comment: each emoji with its number; a press adds the own one or takes it back. */
export function CommentReactions({ comment, ownId, canReact }: CommentReactionsProps) {
  const { act } = useAct("reactToDocumentComment", ["listDocumentComments"]);
  const params = { id: comment.documentId, commentId: comment.id };
  const react = (emoji: string) =>
    void tellFailure(commentTexts.failed, act({ params, body: { emoji } }));
  if (comment.reactions.length === 0 && !canReact) return null;
  return (
    <div
      role="group"
      aria-label={t(reactionTexts.group)}
      className="flex flex-wrap items-center gap-1"
    >
      {comment.reactions.map((reaction) => {
        const { emoji, count, users } = reaction;
        const isOwn = ownId !== undefined && users.includes(ownId);
        const names = reactionNames(reaction);
        return (
          <button
            key={emoji}
            type="button"
            aria-pressed={isOwn}
            aria-disabled={!canReact}
            aria-label={t(reactionTexts.chip, { emoji, n: count, names })}
            data-tooltip={names}
            onClick={() => canReact && react(emoji)}
            className={clsx(
              "inline-flex h-6.5 items-center gap-1.25 rounded-full px-2 text-xs font-medium tabular-nums coarse:h-8",
              isOwn
                ? "bg-accent-soft text-accent-ink inset-ring inset-ring-accent-line"
                : "bg-hover text-ink-muted hover:text-ink",
            )}
          >
            {emoji.startsWith(":") ? (
              <CustomEmoji code={emoji} size="chip" missing={emoji} renderFailed={() => emoji} />
            ) : (
              emoji
            )}
            <span>{count}</span>
          </button>
        );
      })}
      {canReact && (
        <Popover
          label={t(commentTexts.react)}
          align="start"
          renderContent={(close) => (
            <EmojiPicker
              takesCustom
              onPick={(emoji) => {
                close();
                react(emoji);
              }}
            />
          )}
        >
          {(button) => (
            <IconButton {...button} label={t(commentTexts.react)}>
              <SmilePlus aria-hidden="true" />
            </IconButton>
          )}
        </Popover>
      )}
    </div>
  );
}
