import type { Subscription } from "@colbin/protocol";
import { presenceText, statusText } from "#web/features/presence/last-seen.ts";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { usePerson } from "#web/features/presence/use-person.ts";
import { useMinute } from "#web/lib/language/use-today.ts";

/** The other person, their presence and their status; as they are now. */
export function PeerFacts({ peer }: { peer: Subscription["participants"][number] }) {
  const { sessionUserId: id, username, avatar_url: picture } = peer;
  const person = usePerson(id);
  const now = new Date(useMinute());
  const name = person?.fullName ?? peer.fullName;
  const status = person && statusText(person);
  return (
    <div className="flex items-center gap-4 px-gutter py-4">
      <PersonAvatar size="profile" id={id} name={name} picture={picture} />
      <div className="min-w-0 wrap-anywhere">
        <bdi className="block text-lg font-strong">{name}</bdi>
        <bdi className="block text-ink-muted">@{username}</bdi>
        {person && <p className="text-ink-subtle">{presenceText(person, now)}</p>}
        {status && (
          <p dir="auto" className="text-ink-muted">
            {status}
          </p>
        )}
      </div>
    </div>
  );
}
