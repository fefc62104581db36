import type { VisibleMessage } from "@colbin/client";
import { chosenBy, type Poll, type RoomId, type UserId } from "@colbin/protocol";
import { Lock, SquareCheck } from "lucide-react";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { momentText } from "#web/design/form/near-times.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { PollOption } from "./PollOption.tsx";
import { pollTexts } from "./texts.ts";

interface PollBodyProps {
  room: {
    readonly roomId: RoomId;
    readonly ownId: UserId | undefined;
    readonly isIn: boolean;
    readonly canReact: boolean;
  };
  message: Pick<VisibleMessage, "id" | "content" | "personal" | "clientMessageId" | "metadata">;
  poll: Poll;
}

/** Under its question: the options with their votes, each of which a press chooses. */
export function PollBody({ room, message, poll }: PollBodyProps) {
  const { roomId, ownId, isIn, canReact } = room;
  const { id, content, metadata, personal, clientMessageId } = message;
  const chosen = chosenBy(poll, personal?.ownVote, ownId);
  // A poll that is on its way is there for nobody yet.
  const mayVote = canReact && clientMessageId === null && !poll.isClosed;
  const most = Math.max(1, ...poll.options.map(({ votes }) => votes));
  const vote = (optionIds: readonly string[]): void => {
    if (mayVote) void chat.messages.vote(roomId, id, optionIds);
  };
  return (
    <div
      data-poll=""
      className="my-1 w-125 max-w-full rounded-md px-2 pt-2 pb-0.5 inset-ring inset-ring-line-strong"
    >
      <Kind {...poll} />
      <div role={roleOf(poll)} aria-label={metadata.plainText ?? content} className="grid gap-1">
        {poll.options.map((option) => (
          <PollOption
            key={option.id}
            poll={poll}
            option={option}
            isChosen={chosen.includes(option.id)}
            isMost={poll.isClosed && option.votes === most}
            refusal={canReact ? undefined : t(isIn ? pollTexts.archived : pollTexts.joinFirst)}
            onChoose={() => vote(toChoice(poll, chosen, option.id))}
          />
        ))}
      </div>
      <p className="flex min-h-8.5 flex-wrap items-center justify-between gap-x-3 px-1.5 text-xs text-ink-subtle">
        <span>{summaryOf(poll)}</span>
        {mayVote && chosen.length > 0 && (
          <TextButton
            onClick={({ currentTarget }) => {
              // The button goes with the vote.
              const body = currentTarget.closest("[data-poll]");
              body?.querySelector<HTMLElement>("[aria-checked=true]")?.focus();
              vote([]);
            }}
          >
            {t(pollTexts.withdraw)}
          </TextButton>
        )}
      </p>
    </div>
  );
}

function roleOf({ isClosed, multiple }: Poll): "list" | "group" | "radiogroup" {
  if (isClosed) return "list";
  return multiple ? "group" : "radiogroup";
}

/** The kind of the poll, before its options. */
function Kind({ isClosed, anonymous, multiple }: Poll) {
  const kinds = [
    isClosed && t(pollTexts.closed),
    anonymous && t(pollTexts.anonymous),
    multiple && t(pollTexts.several),
  ].filter((kind) => kind !== false);
  if (kinds.length === 0) return null;
  const Icon = isClosed || anonymous ? Lock : SquareCheck;
  return (
    <p className="flex min-h-6 items-center gap-1.5 px-1.5 pb-2 text-xs text-ink-subtle">
      <Icon className="icon-sm" aria-hidden="true" />
      {kinds.join(", ")}
    </p>
  );
}

/** The options that are chosen after a press on one of them. */
function toChoice({ multiple }: Poll, chosen: readonly string[], id: string): readonly string[] {
  if (!multiple) return [id];
  return chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];
}

function summaryOf({ options, voterCount, multiple, isClosed, closesAt }: Poll): string {
  const n = options.reduce((sum, { votes }) => sum + votes, 0);
  const none = t(isClosed ? pollTexts.noneAtAll : pollTexts.none);
  const some = multiple
    ? t(pollTexts.peopleVotes, { people: voterCount, n })
    : t(pollTexts.votes, { n });
  const votes = n === 0 ? none : some;
  if (closesAt === null) return votes;
  const at = momentText(new Date(closesAt), new Date());
  return `${votes}, ${t(isClosed ? pollTexts.closedAt : pollTexts.closes, { at })}`;
}
