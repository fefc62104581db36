import { Bell } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { deviceSetting } from "#web/lib/device/setting.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { pushState, turnOnPush } from "./push-device.ts";
import { pushTexts } from "./texts.ts";

/** So long nobody is asked again. */
const REST_MS = 30 * 24 * 60 * 60_000;

/** When the person was asked last in this browser. */
const askedAt = deviceSetting("pushAskedAt", (kept) => Number(kept) || undefined, 0);

/** Offers notifications to who has sent a message, and has not been asked for a while. */
export function PushAsk() {
  const isOpen = useStore(pushState, (state) => state === "ask");
  const hasSent = useStore(chat.store, ({ sentAs }) => sentAs.size > 0);
  const isRested = useStore(askedAt, (at) => at === 0 || at < Date.now() - REST_MS);
  if (!isOpen || !hasSent || !isRested) return null;
  const rest = (): void => askedAt.update(() => Date.now());
  return (
    <div
      role="status"
      data-surface=""
      className="flex min-h-9.5 flex-none items-center gap-2.5 rounded-lg bg-raised py-1.25 ps-3.5 pe-1.5 inset-ring inset-ring-line max-pair:flex-wrap"
    >
      <Bell aria-hidden="true" />
      <span className="min-w-0 flex-1">{t(pushTexts.bar)}</span>
      <Button size="sm" onClick={rest}>
        {t(pushTexts.notNow)}
      </Button>
      <Button
        size="sm"
        onClick={() => {
          rest();
          // The settings say why it did not work.
          void turnOnPush().catch(() => undefined);
        }}
      >
        {t(pushTexts.turnOn)}
      </Button>
    </div>
  );
}
