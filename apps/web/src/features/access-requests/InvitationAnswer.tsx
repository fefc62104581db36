import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { acceptInvitation, declineInvitation, joinRoom } from "#web/features/rooms/entering.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { gateTexts } from "./gate-texts.ts";

interface InvitationAnswerProps {
  roomSlug: string;
  /** The room's name, where several invitations stand below each other. */
  roomName?: string;
  size?: "sm";
  /** Tried, whatever came of it. */
  onDone?: () => void;
  /** It was answered or taken back before; without it that is told as a failure. */
  onAnswered?: () => void;
}

/** Yes or no to an invitation into a room. */
export function InvitationAnswer(props: InvitationAnswerProps) {
  const { roomSlug, roomName, size, onDone, onAnswered } = props;
  const [busy, setBusy] = useState<"accept" | "decline">();
  async function answer(which: "accept" | "decline"): Promise<void> {
    setBusy(which);
    if (which === "decline") await declineInvitation(roomSlug, onAnswered);
    else await (onAnswered ? acceptInvitation(roomSlug, onAnswered) : joinRoom(roomSlug));
    setBusy(undefined);
    onDone?.();
  }
  const nameOf = (verb: Text) =>
    roomName === undefined ? {} : { "aria-label": `${t(verb)} (${roomName})` };
  const look = size && { size };
  return (
    <>
      <Button
        {...look}
        {...nameOf(gateTexts.decline)}
        isBusy={busy === "decline"}
        onClick={() => void answer("decline")}
      >
        {t(gateTexts.decline)}
      </Button>
      <Button
        {...look}
        {...nameOf(gateTexts.accept)}
        variant="primary"
        isBusy={busy === "accept"}
        onClick={() => void answer("accept")}
      >
        {t(gateTexts.accept)}
      </Button>
    </>
  );
}
