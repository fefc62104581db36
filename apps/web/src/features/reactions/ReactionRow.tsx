import { hasReacted, type VisibleMessage } from "@colbin/client";
import type { RoomId, UserId } from "@colbin/protocol";
import clsx from "clsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { useNames } from "#web/features/presence/use-person.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { NAMED, reactionNames } from "./reaction-names.ts";
import { reactionTexts } from "./texts.ts";

const CustomEmoji = lazyPart(() => import("#web/features/emoji/CustomEmoji.tsx"), "CustomEmoji");

interface ReactionRowProps {
  room: { readonly roomId: RoomId; readonly ownId: UserId | undefined; readonly canReact: boolean };
  message: Pick<VisibleMessage, "id" | "reactions" | "personal">;
}

/** Under a message: each emoji with its number; the own ones are pressed, and a press takes them back. */
export function ReactionRow({ room, message }: ReactionRowProps) {
  const { roomId, ownId, canReact } = room;
  const known = useNames(message.reactions.flatMap(({ users }) => users.slice(0, NAMED)));
  return (
    <div
      role="group"
      aria-label={t(reactionTexts.group)}
      className="mt-1.5 mb-0.5 flex flex-wrap gap-1"
    >
      {message.reactions.map((reaction) => {
        const { emoji, count, users } = reaction;
        const isOwn = hasReacted(message, emoji, ownId);
        const nowNames = reaction.userNames.map(
          (name, place) => known.get(users[place] ?? "") ?? name,
        );
        const names = reactionNames({ count, userNames: nowNames });
        return (
          <button
            key={emoji}
            type="button"
            aria-pressed={isOwn}
            aria-disabled={!canReact}
            aria-label={t(reactionTexts.chip, { emoji, n: count, names })}
            data-tooltip={canReact ? names : t(reactionTexts.joinFirst)}
            onClick={() => canReact && void chat.messages.react(roomId, message.id, emoji)}
            className={clsx(
              "inline-flex h-6.5 items-center gap-1.25 rounded-full px-2 text-xs font-medium tabular-nums transition-colors duration-fast coarse:h-8 coarse:px-2.5",
              isOwn
                ? "bg-accent-soft font-strong text-accent-ink inset-ring inset-ring-accent-line"
                : "bg-hover text-ink-muted hover:bg-pressed hover:text-ink",
            )}
          >
            <span className="text-sm leading-none">
              {emoji.startsWith(":") ? <ReactionImage code={emoji} /> : emoji}
            </span>
            <span>{count}</span>
          </button>
        );
      })}
    </div>
  );
}

function ReactionImage({ code }: { code: string }) {
  const missing = <span className="block size-4" />;
  return <CustomEmoji code={code} size="chip" missing={missing} renderFailed={() => code} />;
}
