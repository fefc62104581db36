import { useEffect, useState } from "react";
import { toast } from "#web/design/overlay/toast.ts";
import { copyText } from "#web/lib/device/clipboard.ts";
import { COPIED_MS } from "./constants.ts";

/** Copies, says for a moment that it worked, and shows the given text as a toast when it did not. */
export function useCopied(failure: string): { isCopied: boolean; copy: (text: string) => void } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  async function copy(text: string): Promise<void> {
    if (await copyText(text)) setCopied(true);
    else toast({ title: failure, variant: "warning" });
  }
  return { isCopied, copy: (text) => void copy(text) };
}
