import { useEffect } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { dismissToast, TOAST_DURATION_MS, useShownToast, type ShownToast } from "./toast.ts";

const ToastView = lazyPart(() => import("./ToastView.tsx"), "ToastView");

/** The place of toasts. The code that draws them comes after the page itself, and stays for the hot key. */
export function Toaster() {
  const shown = useShownToast();
  return (
    <ToastView
      need={1 + (shown?.id ?? 0)}
      shown={shown}
      renderFailed={() => shown && <PlainToast key={shown.id} shown={shown} />}
    />
  );
}

/** Its words, where even the view of toasts did not load. */
function PlainToast({ shown }: { shown: ShownToast }) {
  const { id, title, description, durationMs = TOAST_DURATION_MS } = shown;
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), durationMs);
    return () => clearTimeout(timer);
  }, [id, durationMs]);
  return (
    <div
      role="alert"
      data-surface=""
      className="toast-place fixed end-4 z-toast rounded-lg bg-raised px-3.5 py-2.75 shadow-float max-pair:inset-x-2"
    >
      <p className="font-strong">{title}</p>
      <p className="text-ink-muted">{description}</p>
    </div>
  );
}
