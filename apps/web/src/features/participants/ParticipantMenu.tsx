import type { Participant } from "@colbin/protocol";
import { Crown, MessageSquare, UserMinus } from "lucide-react";
import { useNavigate } from "react-router";
import type { MenuEntry } from "#web/design/menu/menu-entry.ts";
import { MoreMenu } from "#web/design/menu/MoreMenu.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { openDirect } from "#web/features/conversations/open-conversation.ts";
import type { RoomRights } from "#web/features/rooms/room-rights.ts";
import { t } from "#web/lib/language/i18n.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import type { ParticipantQuestion } from "./participant-question.ts";
import { peopleTexts } from "./people-texts.ts";

interface ParticipantMenuProps {
  person: Participant;
  rights: RoomRights;
  onAsk: (question: ParticipantQuestion) => void;
}

/** The acts on somebody else in the room. */
export function ParticipantMenu({ person, rights, onAsk }: ParticipantMenuProps) {
  const navigate = useNavigate();
  const { accessLevel, sessionUserId: userId, fullName: name } = person;
  const talk = async () => navigate(roomPath(await openDirect({ userId })));
  const entries: MenuEntry[] = [];
  // Guests are in this room alone, and write to nobody else.
  if (!person.isGuest && !isLinkGuest())
    entries.push({
      kind: "action",
      id: "message",
      label: t(peopleTexts.message),
      icon: MessageSquare,
      onSelect: () => void tellFailure(peopleTexts.messageFailed, talk()),
    });
  if (!person.isGuest && rights.mayMakeOwner(accessLevel))
    entries.push({
      kind: "action",
      id: "own",
      label: t(peopleTexts.makeOwner),
      icon: Crown,
      onSelect: () => onAsk({ is: "own", person, to: "OWNER" }),
    });
  if (rights.mayRemove(accessLevel))
    entries.push(
      ...(entries.length > 0 ? [{ kind: "separator", id: "before-remove" } as const] : []),
      {
        kind: "action",
        id: "remove",
        label: t(peopleTexts.remove),
        icon: UserMinus,
        isDanger: true,
        onSelect: () => onAsk({ is: "remove", person }),
      },
    );
  if (entries.length === 0) return null;
  const label = t(peopleTexts.more, { name });
  return <MoreMenu label={label} entries={entries} />;
}
