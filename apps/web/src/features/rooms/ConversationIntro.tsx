import type { Subscription } from "@colbin/protocol";
import { NotebookPen } from "lucide-react";
import { Face } from "#web/features/presence/Face.tsx";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { introTexts } from "./intro-texts.ts";
import { isUnnamedGroup } from "./unnamed-group.ts";
import { useRoomName } from "./use-room-name.ts";

/** Where a conversation begins: whom it is with, and who reads it. */
export function ConversationIntro({ room }: { room: Subscription }) {
  const name = useRoomName(room);
  const title = isUnnamedGroup(room) ? t(introTexts.andYou, { names: name }) : name;
  return (
    <div className="grid justify-items-start gap-1 pt-8 pb-3">
      <Faces room={room} />
      <p dir="auto" className="mt-2 text-xl font-strong tracking-title wrap-anywhere">
        {title}
      </p>
      <p className="text-ink-muted">{t(wordsOf(room))}</p>
    </div>
  );
}

function wordsOf(room: Subscription): Text {
  if (room.roomType === "direct") return introTexts.direct;
  if (room.roomType === "saved") return introTexts.saved;
  return isUnnamedGroup(room) ? introTexts.unnamed : introTexts.group;
}

function Faces({ room: { roomType, participants } }: { room: Subscription }) {
  const [peer] = participants;
  if (roomType === "saved")
    return (
      <span className="grid size-11 place-items-center rounded-md bg-hover">
        <NotebookPen className="text-ink-subtle" aria-hidden="true" />
      </span>
    );
  if (roomType === "direct")
    return (
      peer && (
        <PersonAvatar
          size="profile"
          id={peer.sessionUserId}
          name={peer.fullName}
          picture={peer.avatar_url}
        />
      )
    );
  return (
    <span className="flex">
      {participants.map(({ sessionUserId: id, fullName, avatar_url: picture }) => (
        <Face
          key={id}
          id={id}
          name={fullName}
          picture={picture}
          className="rounded-full ring-3 ring-sheet not-first:-ms-2"
        />
      ))}
    </span>
  );
}
