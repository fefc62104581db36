import type { PushDevice } from "@colbin/protocol";
import { useEffect, useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { toast } from "#web/design/overlay/toast.ts";
import { deviceName } from "#web/features/security/device-name.ts";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { pushState, syncPush, turnOffPush, turnOnPush, type PushState } from "./push-device.ts";
import { pushTexts } from "./texts.ts";

const line = "min-h-14 px-4.5 py-2.25 max-pair:px-3.5 max-pair:py-3";
const row = `${line} flex items-center justify-between gap-x-6 gap-y-2.5 max-pair:flex-wrap`;

const hints: Readonly<Record<PushState, Text>> = {
  unsupported: pushTexts.unsupported,
  insecure: pushTexts.insecure,
  denied: pushTexts.denied,
  ask: pushTexts.ask,
  open: pushTexts.open,
  on: pushTexts.on,
};

/** Notifications of this browser, and the others that are pushed to. */
export function PushSection() {
  const { data, refetch } = useCall("listPushSubscriptions", {});
  const others = (data?.devices ?? []).filter(({ isCurrent }) => !isCurrent);
  return (
    <SettingsSection title={t(pushTexts.browsers)}>
      <ThisBrowser onChanged={() => void refetch()} />
      {others.length > 0 && (
        <div className={line}>
          <span className="block font-medium">{t(pushTexts.devices)}</span>
          <ul aria-label={t(pushTexts.devices)}>
            {others.map((device) => (
              <Device key={device.id} device={device} />
            ))}
          </ul>
        </div>
      )}
    </SettingsSection>
  );
}

function ThisBrowser({ onChanged }: { onChanged: () => void }) {
  const state = useStore(pushState, (value) => value);
  const [isBusy, setIsBusy] = useState(false);
  // The permission may have been changed beside the page.
  useEffect(() => void syncPush().catch(() => undefined), []);

  async function change(work: () => Promise<void>, failed: Text): Promise<void> {
    setIsBusy(true);
    try {
      await work();
    } catch (cause) {
      const description =
        cause instanceof DOMException ? t(pushTexts.failedText) : errorText(cause);
      toast({ title: t(failed), description, variant: "destructive" });
    }
    setIsBusy(false);
    onChanged();
  }

  const isApple = state === "unsupported" && /iPhone|iPad/.test(navigator.userAgent);
  return (
    <div className={row}>
      <div className="min-w-0">
        <span className="block font-medium">{t(pushTexts.here)}</span>
        <span role="status" className="mt-px block text-xs text-ink-subtle">
          {t(isApple ? pushTexts.unsupportedApple : hints[state])}
        </span>
      </div>
      {(state === "ask" || state === "open") && (
        <Button isBusy={isBusy} onClick={() => void change(turnOnPush, pushTexts.failed)}>
          {t(pushTexts.turnOn)}
        </Button>
      )}
      {state === "on" && (
        <Button isBusy={isBusy} onClick={() => void change(turnOffPush, pushTexts.offFailed)}>
          {t(pushTexts.turnOff)}
        </Button>
      )}
    </div>
  );
}

function Device({ device }: { device: PushDevice }) {
  const { act, isPending } = useAct("removePushSubscription", ["listPushSubscriptions"]);
  const name = deviceName(device.userAgent);

  return (
    <li className="flex items-center justify-between gap-6 py-1.5">
      <span className="min-w-0">
        <span className="clip-line block">{name}</span>
        <span className="block text-xs text-ink-subtle">
          {t(pushTexts.used, { date: formatDate(new Date(device.usedAt), "date") })}
        </span>
      </span>
      <Button
        isBusy={isPending}
        aria-label={t(pushTexts.removeName, { name })}
        onClick={() => void tellFailure(pushTexts.removeFailed, act({ params: { id: device.id } }))}
      >
        {t(pushTexts.remove)}
      </Button>
    </li>
  );
}
