import { copyAndTell } from "#web/design/form/copy-text.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { toast } from "./toast.ts";

const copyLabel: Text = { id: "lost.copy", message: "Copy your text" };

/** Time enough to see it and to go for the button. */
const SHOWN_MS = 30_000;

/** Says that the place of a draft is gone, and offers its text, where there is some. */
export function tellLost(title: string, text = ""): void {
  if (text.trim() === "") return toast({ title, variant: "warning" });
  const action = { label: t(copyLabel), onClick: () => void copyAndTell(text) };
  toast({ title, variant: "warning", durationMs: SHOWN_MS, action });
}
