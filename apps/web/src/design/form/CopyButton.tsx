import { Copy } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { copyAndTell } from "./copy-text.ts";
import { copyTexts } from "./copy-texts.ts";

interface CopyButtonProps {
  text: string;
  className?: string;
}

export function CopyButton({ text, className }: CopyButtonProps) {
  return (
    <Button className={className} onClick={() => void copyAndTell(text)}>
      <Copy className="text-ink-subtle" aria-hidden="true" />
      {t(copyTexts.copy)}
    </Button>
  );
}
