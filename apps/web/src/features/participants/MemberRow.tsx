import { hasPermission, type Participant } from "@colbin/protocol";
import { Select } from "#web/design/form/Select.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { presenceText } from "#web/features/presence/last-seen.ts";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { usePerson } from "#web/features/presence/use-person.ts";
import { detailLevels } from "#web/features/rooms/details-texts.ts";
import type { RoomRights } from "#web/features/rooms/room-rights.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useMinute } from "#web/lib/language/use-today.ts";
import { ParticipantMenu } from "./ParticipantMenu.tsx";
import type { ParticipantQuestion } from "./participant-question.ts";
import { peopleTexts } from "./people-texts.ts";

interface MemberRowProps {
  slug: string;
  person: Participant;
  isSelf: boolean;
  /** Levels say something in this room. */
  isLevelled: boolean;
  rights: RoomRights;
  onAsk: (question: ParticipantQuestion) => void;
}

export function MemberRow({ slug, person, isSelf, isLevelled, rights, onAsk }: MemberRowProps) {
  const { sessionUserId: id, username, avatar_url: picture } = person;
  const known = usePerson(id);
  const now = new Date(useMinute());
  const name = known?.fullName ?? person.fullName;
  return (
    <li className="flex min-h-11 items-center gap-2.5 rounded-sm ps-2 pe-1 hover:bg-hover max-pair:min-h-13">
      <PersonAvatar id={id} name={name} picture={picture} size="row" />
      <span className="min-w-0 flex-1">
        <bdi className="clip-line block font-medium">
          {isSelf ? t(peopleTexts.self, { name }) : name}
        </bdi>
        <span className="clip-line block text-xs text-ink-subtle">
          {person.isGuest ? t(peopleTexts.guest) : <bdi>@{username}</bdi>}
          {known && ` · ${presenceText(known, now)}`}
        </span>
      </span>
      {isLevelled && (
        <Level slug={slug} person={person} isSelf={isSelf} rights={rights} onAsk={onAsk} />
      )}
      {!isSelf && <ParticipantMenu person={person} rights={rights} onAsk={onAsk} />}
    </li>
  );
}

function Level(props: Omit<MemberRowProps, "isLevelled">) {
  const { slug, person, isSelf, rights, onAsk } = props;
  const { participantId, accessLevel, fullName } = person;
  const { act } = useAct("setAccessLevel", ["listParticipants", "getRoom"]);
  const levels = rights
    .levelsFor(accessLevel, isSelf)
    // A guest of a link leads nothing.
    .filter((level) => !person.isGuest || !hasPermission(level, "MANAGE_ROOM"));
  if (levels.length === 0)
    return (
      <span className="flex-none pe-2 text-xs text-ink-subtle">{t(detailLevels[accessLevel])}</span>
    );
  return (
    <Select
      look="cell"
      className="flex-none text-xs"
      label={t(peopleTexts.level, { name: fullName })}
      options={levels.map((value) => ({ value, label: t(detailLevels[value]) }))}
      value={accessLevel}
      onChange={(to) => {
        if (isSelf) return onAsk({ is: "own", person, to });
        const body = { accessLevel: to };
        void tellFailure(peopleTexts.levelFailed, act({ params: { slug, participantId }, body }));
      }}
    />
  );
}
