import { copyText } from "#web/lib/device/clipboard.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { toast } from "./toast.ts";

const lostTexts = {
  copy: { id: "drafts.copyLost", message: "Copy your text" },
  copied: { id: "drafts.lostCopied", message: "Text copied" },
  copyFailed: { id: "drafts.lostNotCopied", message: "The browser does not allow copying here" },
} as const satisfies Record<string, Text>;

/** Time enough to see it and to go for the button. */
const SHOWN_MS = 30_000;

/** Says that the place of a draft is gone, and offers its text, where there is some. */
export function tellLost(title: string, text = ""): void {
  if (text.trim() === "") return toast({ title, variant: "warning" });
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(text);
    toast({ title: t(isCopied ? lostTexts.copied : lostTexts.copyFailed) });
  };
  const action = { label: t(lostTexts.copy), onClick: () => void copy() };
  toast({ title, variant: "warning", durationMs: SHOWN_MS, action });
}
