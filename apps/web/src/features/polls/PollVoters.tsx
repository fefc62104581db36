import type { Poll, Replier } from "@colbin/protocol";
import { Popover } from "#web/design/overlay/Popover.tsx";
import { ReplierStack } from "#web/features/people/ReplierStack.tsx";
import { PeopleLines } from "#web/features/people/PeopleLines.tsx";
import { useNames } from "#web/features/presence/use-person.ts";
import { NAMED, reactionNames } from "#web/features/reactions/reaction-names.ts";
import { t } from "#web/lib/language/i18n.ts";
import { pollTexts } from "./texts.ts";

interface PollVotersProps {
  option: Poll["options"][number];
  /** The first of them. */
  voters: readonly Replier[];
}

/** The faces of those who voted for an option; their names by a hover, all of them by a press. */
export function PollVoters({ option, voters }: PollVotersProps) {
  const { text, votes } = option;
  const shown = voters.slice(0, NAMED);
  const known = useNames(shown.map(({ userId }) => userId));
  const userNames = shown.map(({ userId, fullName }) => known.get(userId) ?? fullName);
  const names = reactionNames({ count: votes, userNames });
  const label = t(pollTexts.voters, { text });
  const others = votes - voters.length;
  return (
    <Popover
      label={label}
      side="top"
      renderContent={() => (
        <div className="w-60 p-2">
          <p className="flex justify-between gap-3 px-1.5 pb-1.5 text-xs font-strong text-ink-muted">
            <span dir="auto" className="clip-line">
              {text}
            </span>
            <span className="tabular-nums">{votes}</span>
          </p>
          <PeopleLines people={voters} />
          {others > 0 && (
            <p className="px-1.5 pt-1 text-xs text-ink-subtle">
              {t(pollTexts.more, { n: others })}
            </p>
          )}
        </div>
      )}
    >
      {(button) => (
        <button
          {...button}
          type="button"
          data-tooltip={names}
          className="flex flex-none rounded-full coarse:py-2.5"
        >
          <span className="sr-only">{`${label}: ${names}`}</span>
          <ReplierStack repliers={voters} max={NAMED} />
        </button>
      )}
    </Popover>
  );
}
