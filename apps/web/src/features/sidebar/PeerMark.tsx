import { PresenceWords } from "#web/features/presence/PresenceWords.tsx";
import { usePerson } from "#web/features/presence/use-person.ts";

/** Behind the name of the other one in a talk of two: how they are, and the sign of their status. */
export function PeerMark({ id }: { id: string }) {
  const status = usePerson(id)?.customStatus;
  return (
    <>
      <PresenceWords id={id} />
      {status?.emoji && <span title={status.text}>{status.emoji}</span>}
    </>
  );
}
