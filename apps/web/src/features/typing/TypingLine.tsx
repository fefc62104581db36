import type { TypingUser } from "@colbin/client";
import { useNames } from "#web/features/presence/use-person.ts";
import { typingText } from "./typing-text.ts";

/** The people who type, the longest typing first. Its line is always there, so that nothing moves. */
export function TypingLine({ typing }: { typing: readonly TypingUser[] }) {
  const known = useNames(typing.map(({ userId }) => userId));
  const names = typing.map(({ userId, userName }) => known.get(userId) ?? userName);
  return (
    <p role="status" className="flex min-w-0 items-center gap-1.75 text-ink-muted">
      {names.length > 0 && (
        <>
          <span aria-hidden="true" className="inline-flex gap-0.75">
            <i className="animate-typing size-1 rounded-full bg-ink-subtle" />
            <i className="animate-typing size-1 rounded-full bg-ink-subtle [animation-delay:0.15s]" />
            <i className="animate-typing size-1 rounded-full bg-ink-subtle [animation-delay:0.3s]" />
          </span>
          <bdi className="clip-line">{typingText(names)}</bdi>
        </>
      )}
    </p>
  );
}
