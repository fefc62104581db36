import { useEffect } from "react";
import { useBlocker } from "react-router";
import { Button } from "#web/design/Button.tsx";
import { Dialog } from "#web/design/Dialog.tsx";
import { t } from "#web/lib/i18n.ts";
import { settingsTexts } from "./texts.ts";

/** While something is not saved, asks whoever goes elsewhere; the browser asks whoever closes the tab. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const handleUnload = (event: Event) => event.preventDefault();
    window.addEventListener("beforeunload", handleUnload);
    return () => window.removeEventListener("beforeunload", handleUnload);
  }, [isDirty]);
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog
      title={t(settingsTexts.leaveTitle)}
      text={t(settingsTexts.leaveText)}
      onClose={blocker.reset}
      foot={
        <>
          <Button onClick={blocker.reset}>{t(settingsTexts.stay)}</Button>
          <Button variant="danger" onClick={blocker.proceed}>
            {t(settingsTexts.discardChanges)}
          </Button>
        </>
      }
    />
  );
}
