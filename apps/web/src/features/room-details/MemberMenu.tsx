import type { Participant } from "@colbin/protocol";
import { Crown, Ellipsis, MessageSquare, UserMinus } from "lucide-react";
import { useNavigate } from "react-router";
import { IconButton } from "#web/design/IconButton.tsx";
import { LateMenu } from "#web/design/late-menu.ts";
import type { MenuEntry } from "#web/design/menu-entry.ts";
import { Menu } from "#web/design/Menu.tsx";
import { tellFailure } from "#web/design/tell-failure.ts";
import { openDirect } from "#web/features/conversations/open-conversation.ts";
import { isLinkGuest } from "#web/lib/link-guest.ts";
import { t } from "#web/lib/i18n.ts";
import { roomPath } from "#web/lib/room-path.ts";
import type { MemberQuestion } from "./member-question.ts";
import { peopleTexts } from "./people-texts.ts";
import type { RoomRights } from "./room-rights.ts";

interface MemberMenuProps {
  person: Participant;
  rights: RoomRights;
  onAsk: (question: MemberQuestion) => void;
}

/** The acts on somebody else in the room. */
export function MemberMenu({ person, rights, onAsk }: MemberMenuProps) {
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
  return (
    <Menu label={label} surface={LateMenu} props={{ entries }}>
      {(button) => (
        <IconButton {...button} label={label}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      )}
    </Menu>
  );
}
