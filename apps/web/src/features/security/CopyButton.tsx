import { Copy } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { copyTexts } from "#web/design/form/copy-texts.ts";
import { toast } from "#web/design/overlay/toast.ts";
import { copyText } from "#web/lib/device/clipboard.ts";
import { t } from "#web/lib/language/i18n.ts";

export function CopyButton({ text }: { text: string }) {
  async function copy(): Promise<void> {
    if (await copyText(text)) toast({ title: t(copyTexts.copied) });
    else toast({ title: t(copyTexts.failed), variant: "warning" });
  }
  return (
    <Button onClick={() => void copy()}>
      <Copy className="text-ink-subtle" aria-hidden="true" />
      {t(copyTexts.copy)}
    </Button>
  );
}
