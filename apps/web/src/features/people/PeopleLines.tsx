import type { Replier } from "@colbin/protocol";
import { Face } from "#web/features/presence/Face.tsx";
import { useNames } from "#web/features/presence/use-person.ts";

/** People with their faces, as they are called now: in a popover. */
export function PeopleLines({ people }: { people: readonly Replier[] }) {
  const names = useNames(people.map(({ userId }) => userId));
  return (
    <ul className="scroll-area max-h-60">
      {people.map(({ userId, fullName, avatar_url: picture }) => {
        const name = names.get(userId) ?? fullName;
        return (
          <li key={userId} className="flex items-center gap-2 px-1.5 py-1 text-sm">
            <Face size="xs" id={userId} name={name} picture={picture} />
            <bdi className="clip-line">{name}</bdi>
          </li>
        );
      })}
    </ul>
  );
}
