import { useState } from "react";
import { Button } from "#web/design/Button.tsx";
import { t } from "#web/lib/i18n.ts";
import { declineInvitation, joinRoom } from "./entering.ts";
import { gateTexts } from "./gate-texts.ts";

interface InvitationAnswerProps {
  roomSlug: string;
  /** Tried, whatever came of it. */
  onDone?: () => void;
}

/** Yes or no to an invitation into a room. */
export function InvitationAnswer({ roomSlug, onDone }: InvitationAnswerProps) {
  const [busy, setBusy] = useState<"accept" | "decline">();
  async function answer(which: "accept" | "decline"): Promise<void> {
    setBusy(which);
    await (which === "accept" ? joinRoom(roomSlug) : declineInvitation(roomSlug));
    setBusy(undefined);
    onDone?.();
  }
  return (
    <>
      <Button isBusy={busy === "decline"} onClick={() => void answer("decline")}>
        {t(gateTexts.decline)}
      </Button>
      <Button variant="primary" isBusy={busy === "accept"} onClick={() => void answer("accept")}>
        {t(gateTexts.accept)}
      </Button>
    </>
  );
}
