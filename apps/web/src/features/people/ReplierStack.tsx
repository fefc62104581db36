import type { Replier } from "@colbin/protocol";
import { Face } from "#web/features/presence/Face.tsx";
import { useNames } from "#web/features/presence/use-person.ts";

interface ReplierStackProps {
  repliers: readonly Replier[];
  max: number;
}

/** The faces of the people who answered, as they are called now; their names are in the thread. */
export function ReplierStack({ repliers, max }: ReplierStackProps) {
  const shown = repliers.slice(0, max);
  const names = useNames(shown.map(({ userId }) => userId));
  return (
    <span className="flex flex-none -space-x-1 rtl:space-x-reverse" aria-hidden="true">
      {shown.map(({ userId, fullName, avatar_url: picture }) => (
        <Face
          key={userId}
          size="xs"
          id={userId}
          name={names.get(userId) ?? fullName}
          picture={picture}
        />
      ))}
    </span>
  );
}
