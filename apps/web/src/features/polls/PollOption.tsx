import type { Poll } from "@colbin/protocol";
import clsx from "clsx";
import { Check } from "lucide-react";
import type { KeyboardEvent } from "react";
import { t } from "#web/lib/language/i18n.ts";
import { PollVoters } from "./PollVoters.tsx";
import { pollTexts } from "./texts.ts";

interface PollOptionProps {
  poll: Poll;
  option: Poll["options"][number];
  isChosen: boolean;
  /** It has won. */
  isMost: boolean;
  /** Why the person may not vote; undefined where they may. */
  refusal: string | undefined;
  onChoose: () => void;
}

/** One answer: a bar as long as its share of the people who voted, and the voters, where they are known. */
export function PollOption({ poll, option, isChosen, isMost, refusal, onChoose }: PollOptionProps) {
  const { text, votes, voters } = option;
  const share = poll.voterCount === 0 ? 0 : votes / poll.voterCount;
  const percent = Math.round(share * 100);
  const label = t(pollTexts.option, { text, n: votes, percent });
  const words = (
    <span dir="auto" className="min-w-0 flex-1 py-1.5 text-start wrap-anywhere">
      {text}
    </span>
  );
  return (
    <div
      role={poll.isClosed ? "listitem" : undefined}
      className={clsx(
        "relative isolate flex min-h-8.5 items-center gap-2.25 overflow-clip rounded-sm pe-2.5 text-md coarse:min-h-11",
        !poll.isClosed && "inset-ring",
        !poll.isClosed && (isChosen ? "inset-ring-accent-line" : "inset-ring-line"),
        isMost && "font-strong",
      )}
    >
      <span
        aria-hidden="true"
        style={{ width: `${share * 100}%` }}
        className={clsx(
          "absolute inset-y-0 start-0 -z-10 transition-[width] duration-base",
          barOf({ isClosed: poll.isClosed, isChosen, isMost }),
        )}
      />
      {poll.isClosed ? (
        <span className="flex min-w-0 flex-1 items-center gap-2.25 ps-2.5">
          {isChosen && <Check aria-hidden="true" />}
          <span className="sr-only">{label}</span>
          <span aria-hidden="true" className="flex min-w-0 flex-1">
            {words}
          </span>
        </span>
      ) : (
        <button
          type="button"
          role={poll.multiple ? "checkbox" : "radio"}
          aria-checked={isChosen}
          aria-disabled={refusal !== undefined}
          aria-label={label}
          data-tooltip={refusal}
          onClick={onChoose}
          onKeyDown={moveFocus}
          className="flex min-w-0 flex-1 items-center gap-2.25 self-stretch rounded-sm ps-2.5 not-aria-disabled:hover:bg-[color-mix(in_oklab,var(--color-hover)_60%,transparent)] focus-visible:-outline-offset-2"
        >
          <Mark isRound={!poll.multiple} isChosen={isChosen} />
          {words}
        </button>
      )}
      {voters && voters.length > 0 && <PollVoters option={option} voters={voters} />}
      <span aria-hidden="true" className="flex flex-none items-baseline gap-2 tabular-nums">
        {poll.voterCount > 0 && (
          <span className="text-xs font-regular text-ink-subtle">
            {t(pollTexts.percent, { percent })}
          </span>
        )}
        <span className="min-w-4 text-end text-ink-muted">{votes}</span>
      </span>
    </div>
  );
}

function barOf(state: { isClosed: boolean; isChosen: boolean; isMost: boolean }): string {
  if (state.isClosed) return state.isMost ? "bg-pressed" : "bg-hover";
  return state.isChosen ? "bg-accent-soft" : "bg-hover";
}

function Mark({ isRound, isChosen }: { isRound: boolean; isChosen: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "grid size-4 flex-none place-items-center",
        isRound ? "rounded-full" : "rounded-xs",
        isChosen ? "bg-accent text-on-accent" : "bg-field inset-ring inset-ring-control",
      )}
    >
      {isChosen &&
        (isRound ? (
          <span className="size-1.5 rounded-full bg-on-accent" />
        ) : (
          <Check className="size-3 stroke-[3]" />
        ))}
    </span>
  );
}

const moves: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/** Arrow keys go from option to option; each vote is told to all, so that only a press chooses. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = moves[event.key];
  if (by === undefined) return;
  const poll = event.currentTarget.closest("[role$=group]");
  const options = [...(poll?.querySelectorAll<HTMLElement>("[aria-checked]") ?? [])];
  const at = options.indexOf(event.currentTarget);
  event.preventDefault();
  options[(at + by + options.length) % options.length]?.focus();
}
