import { Part } from "./Part.tsx";
import { useShownToast } from "./toast.ts";

async function loadToastView() {
  return (await import("./ToastView.tsx")).ToastView;
}

/** Where toasts appear. What draws them comes after the page itself, and stays for the hot key. */
export function Toaster() {
  const shown = useShownToast();
  return <Part need={1 + (shown?.id ?? 0)} load={loadToastView} props={{ shown }} />;
}
