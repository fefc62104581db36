import { lazy, Suspense, useState } from "react";
import { useShownToast } from "./toast.ts";

const ToastView = lazy(async () => ({ default: (await import("./ToastView.tsx")).ToastView }));

/** Where toasts appear. What draws them is loaded with the first one, and stays for the hot key. */
export function Toaster() {
  const shown = useShownToast();
  const [isNeeded, setNeeded] = useState(false);
  if (shown && !isNeeded) setNeeded(true);
  return (
    isNeeded && (
      <Suspense>
        <ToastView shown={shown} />
      </Suspense>
    )
  );
}
