import { useEffect, useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { Dialog } from "#web/design/overlay/Dialog.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { guardSteps } from "#web/lib/routing/history.ts";
import { sideKey } from "#web/lib/routing/side.ts";
import type { Step } from "#web/lib/routing/ways.ts";
import { settingsTexts } from "./texts.ts";

interface UnsavedGuardProps {
  isDirty: boolean;
  /** It lies in the side sheet, and goes with it. */
  isOfSide?: boolean;
}

/** While something is not saved, asks before a step to another page; the browser asks before the tab is closed. */
export function UnsavedGuard({ isDirty, isOfSide = false }: UnsavedGuardProps) {
  const [held, setHeld] = useState<{ readonly step: Step }>();
  useEffect(() => {
    if (!isDirty) return undefined;
    const release = guardSteps((step) => setHeld({ step }), isOfSide ? sideKey : undefined);
    const handleUnload = (event: Event) => event.preventDefault();
    window.addEventListener("beforeunload", handleUnload);
    return () => {
      release();
      window.removeEventListener("beforeunload", handleUnload);
    };
  }, [isDirty, isOfSide]);
  if (!held) return null;
  const stay = () => setHeld(undefined);
  const leave = () => {
    stay();
    held.step();
  };
  return (
    <Dialog
      title={t(settingsTexts.leaveTitle)}
      text={t(settingsTexts.leaveText)}
      onClose={stay}
      foot={
        <>
          <Button onClick={stay}>{t(settingsTexts.stay)}</Button>
          <Button variant="danger" onClick={leave}>
            {t(settingsTexts.discardChanges)}
          </Button>
        </>
      }
    />
  );
}
