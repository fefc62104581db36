import type { MentionedPerson, MentionToken } from "@colbin/protocol";
import clsx from "clsx";
import { Link } from "#web/design/button/Link.tsx";
import { personMark } from "#web/features/people/person-mark.ts";
import { usePerson } from "#web/features/presence/use-person.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { messageTexts } from "./texts.ts";
import { useNamedRoom } from "./use-named-room.ts";

interface MentionChipProps {
  mention: MentionToken;
  /** The people of the message, by the names of the moment when it was read. */
  mentioned: readonly MentionedPerson[];
}

const look = "rounded-xs px-0.5 font-medium";

/** A mention in a text: the person, whose card it opens, or the room, to which it leads, as they are called now. */
export function MentionChip({ mention, mentioned }: MentionChipProps) {
  switch (mention.kind) {
    case "user":
      return <PersonChip userId={mention.userId} mentioned={mentioned} />;
    case "room":
      return <RoomChip roomId={mention.roomId} />;
    default:
      return (
        <span className={clsx(look, "bg-mention-soft text-mention-ink")}>@{mention.kind}</span>
      );
  }
}

interface PersonChipProps extends Pick<MentionChipProps, "mentioned"> {
  userId: MentionedPerson["userId"];
}

function PersonChip({ userId, mentioned }: PersonChipProps) {
  const told = mentioned.find((each) => each.userId === userId)?.fullName;
  const name = usePerson(userId)?.fullName ?? told;
  const isOwn = useStore(chat.store, ({ currentUser }) => currentUser?.id === userId);
  if (name === undefined) return <span className={look}>{t(messageTexts.somebody)}</span>;
  return (
    <button
      type="button"
      {...personMark(userId, name)}
      className={clsx(
        look,
        "text-start hover:underline",
        isOwn ? "bg-mention-soft text-mention-ink" : "bg-accent-soft text-accent-ink",
      )}
    >
      @{name}
    </button>
  );
}

function RoomChip({ roomId }: { roomId: Extract<MentionToken, { kind: "room" }>["roomId"] }) {
  const room = useNamedRoom(roomId);
  if (!room) return <span className={look}>{t(messageTexts.privateRoom)}</span>;
  return (
    <Link
      to={roomPath(room.sessionRoomSlug)}
      className={clsx(look, "bg-accent-soft text-accent-ink hover:underline")}
    >
      #{room.roomName}
    </Link>
  );
}
