import type { RoomId } from "@colbin/protocol";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { toast } from "#web/design/overlay/toast.ts";
import { inviteOutcomeTexts } from "#web/features/participants/people-texts.ts";
import { roomRightsOf } from "#web/features/rooms/room-rights.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";
import { forgetOutsider, type Outsider } from "./outsiders.ts";
import { outsiderTexts } from "./outsider-texts.ts";

interface OutsiderNoteProps {
  roomId: RoomId;
  person: Outsider;
}

/** Says that a person who is named is not told of it, and invites them into the room, where the person may do that. */
export function OutsiderNote({ roomId, person }: OutsiderNoteProps) {
  const room = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomId));
  const slug = room?.sessionRoomSlug ?? "";
  const mayInvite = room && !isLinkGuest() && roomRightsOf({ ...room, level: room.role }).mayInvite;
  async function invite(): Promise<void> {
    const body = { userIds: [person.id] };
    const { results } = await account.call("inviteToRoom", { params: { slug }, body });
    forgetOutsider(roomId);
    const outcome = results[0]?.outcome ?? "invited";
    if (outcome === "invited")
      return toast({ title: t(outsiderTexts.invited, { name: person.fullName }) });
    const description = `${person.fullName}: ${t(inviteOutcomeTexts[outcome])}`;
    toast({ title: t(outsiderTexts.failed), description, variant: "warning" });
  }
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-3 px-1 pt-1.5 text-sm text-ink-muted"
    >
      <span>{t(outsiderTexts.note, { name: person.fullName })}</span>
      {mayInvite && (
        <TextButton onClick={() => void tellFailure(outsiderTexts.failed, invite())}>
          {t(outsiderTexts.invite)}
        </TextButton>
      )}
    </p>
  );
}
