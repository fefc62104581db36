import { useEffect, useState } from "react";
import { Button } from "#web/design/Button.tsx";
import { Dialog } from "#web/design/Dialog.tsx";
import { guardSteps, type Step } from "#web/lib/history.ts";
import { t } from "#web/lib/i18n.ts";
import { settingsTexts } from "./texts.ts";

/** While something is not saved, asks whoever goes elsewhere; the browser asks whoever closes the tab. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const [held, setHeld] = useState<{ readonly step: Step }>();
  useEffect(() => {
    if (!isDirty) return undefined;
    const release = guardSteps((step) => setHeld({ step }));
    const handleUnload = (event: Event) => event.preventDefault();
    window.addEventListener("beforeunload", handleUnload);
    return () => {
      release();
      window.removeEventListener("beforeunload", handleUnload);
    };
  }, [isDirty]);
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
