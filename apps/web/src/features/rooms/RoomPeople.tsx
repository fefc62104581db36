import type { Subscription } from "@colbin/protocol";
import { presenceText, statusText } from "#web/features/presence/last-seen.ts";
import { usePeople, usePerson } from "#web/features/presence/use-person.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useMinute } from "#web/lib/language/use-today.ts";
import { lateRoomTexts } from "./late-room-texts.ts";

interface RoomPeopleProps {
  /** The others. */
  people: Subscription["participants"];
  isGroup: boolean;
}

/** Beside the name of a conversation: how the other one is, or how many of the group are there. */
export function RoomPeople({ people, isGroup }: RoomPeopleProps) {
  const [peer] = people;
  if (isGroup) return <Group ids={people.map(({ sessionUserId }) => sessionUserId)} />;
  return peer && <Peer id={peer.sessionUserId} />;
}

function Peer({ id }: { id: string }) {
  const person = usePerson(id);
  const now = new Date(useMinute());
  if (!person) return null;
  const words = [presenceText(person, now), statusText(person)].filter(Boolean).join(" · ");
  return <Line words={words} />;
}

function Group({ ids }: { ids: readonly string[] }) {
  const people = usePeople(ids);
  const online = ids.filter((id) => people.get(id)?.presence === "online").length;
  // The person is there, too.
  return <Line words={t(lateRoomTexts.groupPeople, { n: ids.length, active: online + 1 })} />;
}

function Line({ words }: { words: string }) {
  return (
    <p
      dir="auto"
      title={words}
      className="clip-line min-w-0 border-s border-line ps-2.5 text-ink-subtle max-pair:w-full max-pair:border-0 max-pair:ps-0 max-pair:text-xs"
    >
      {words}
    </p>
  );
}
