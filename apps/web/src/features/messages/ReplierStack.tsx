import type { Replier } from "@colbin/protocol";
import { Avatar } from "#web/design/identity/Avatar.tsx";

interface ReplierStackProps {
  repliers: readonly Replier[];
  max: number;
}

/** The faces of those who answered; their names are in the thread. */
export function ReplierStack({ repliers, max }: ReplierStackProps) {
  return (
    <span className="flex flex-none -space-x-1 rtl:space-x-reverse" aria-hidden="true">
      {repliers.slice(0, max).map(({ userId, fullName, avatar_url: picture }) => (
        <Avatar key={userId} size="xs" id={userId} name={fullName} picture={picture} />
      ))}
    </span>
  );
}
