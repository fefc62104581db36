import { Button } from "#web/design/Button.tsx";
import { t } from "#web/lib/i18n.ts";
import { roomTexts } from "./texts.ts";

interface JoinPromptProps {
  roomName: string;
  isBusy: boolean;
  onJoin: () => void;
}

/** In the place of the composer for somebody who reads without being in. */
export function JoinPrompt({ roomName, isBusy, onJoin }: JoinPromptProps) {
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
      <Button variant="primary" isBusy={isBusy} onClick={onJoin}>
        {t(roomTexts.joinRoom)}
      </Button>
    </div>
  );
}
