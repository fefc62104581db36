import { toast } from "#web/design/overlay/toast.ts";
import { copyText } from "#web/lib/device/clipboard.ts";
import { t } from "#web/lib/language/i18n.ts";
import { copyTexts } from "./copy-texts.ts";

/** Copies a text, and says whether that worked. */
export async function copyAndTell(text: string): Promise<void> {
  if (await copyText(text)) toast({ title: t(copyTexts.copied) });
  else toast({ title: t(copyTexts.failed), variant: "warning" });
}
