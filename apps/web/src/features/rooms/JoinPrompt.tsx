import { useState } from "react";
import { Button } from "#web/design/Button.tsx";
import { t } from "#web/lib/i18n.ts";
import { joinRoom } from "./entering.ts";
import { roomTexts } from "./texts.ts";

interface JoinPromptProps {
  roomSlug: string;
  roomName: string;
  /** Tried, whatever came of it. */
  onDone: () => void;
}

/** In the place of the composer for somebody who reads without being in. */
export function JoinPrompt({ roomSlug, roomName, onDone }: JoinPromptProps) {
  const [isBusy, setBusy] = useState(false);

  async function join(): Promise<void> {
    setBusy(true);
    await joinRoom(roomSlug);
    setBusy(false);
    onDone();
  }

  return (
    <div
      data-surface=""
      className="mb-4 flex items-center justify-between gap-4 rounded-lg bg-sunken py-3 ps-4 pe-3 inset-ring inset-ring-line"
    >
      <p className="min-w-0 break-words">
        <span className="font-strong">{t(roomTexts.looking, { room: roomName })}</span>
        <br />
        <span className="text-ink-muted">{t(roomTexts.joinReason)}</span>
      </p>
      <Button variant="primary" isBusy={isBusy} onClick={() => void join()}>
        {t(roomTexts.joinRoom)}
      </Button>
    </div>
  );
}
