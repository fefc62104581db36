import { X } from "lucide-react";
import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { designTexts } from "#web/design/texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { secondFactorTexts } from "./second-factor-texts.ts";

interface SecondFactorFrameProps {
  text: string;
  /** The proof is on its way: the dialog will have to tell the end of it. */
  isFixed: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog of the browser, as that of the sign-in below it is: beside a modal one nothing else can be used. The browser's own way back
 * closes it on Android.
 */
export function SecondFactorFrame({ text, isFixed, onClose, children }: SecondFactorFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Closing gives the focus back to the page below.
    return () => shown?.close();
  }, []);

  function handleClose(): void {
    // The dialog may have been opened anew before the browser tells that it was closed.
    if (!dialog.current || dialog.current.open) return;
    // A second Escape ends a dialog whatever the page says.
    if (isFixed) dialog.current.showModal();
    else onClose();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => isFixed && event.preventDefault()}
      onClose={handleClose}
      className="fixed inset-0 grid h-dvh max-h-none w-full max-w-none place-items-center overflow-auto bg-scrim p-4 text-ink outline-none backdrop:bg-transparent max-pair:place-items-end max-pair:p-2"
    >
      <section
        data-surface=""
        className="animate-rise relative w-full max-w-100 rounded-xl bg-raised px-5 pt-4.5 pb-5 shadow-dialog"
      >
        <h2 id={`${id}-title`} className="pe-9 text-lg font-strong tracking-title">
          {t(secondFactorTexts.title)}
        </h2>
        <p id={`${id}-text`} className="mt-0.5 text-ink-muted">
          {text}
        </p>
        {children}
        {/* Last in the order of focus, so that the dialog opens on its field. */}
        <IconButton
          label={t(designTexts.close)}
          className="absolute end-3.5 top-3.5"
          aria-disabled={isFixed}
          onClick={() => isFixed || dialog.current?.close()}
        >
          <X aria-hidden="true" />
        </IconButton>
      </section>
    </dialog>
  );
}
