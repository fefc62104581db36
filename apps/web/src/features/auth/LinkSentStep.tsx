import { Button } from "#web/design/button/Button.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { authTexts } from "./texts.ts";

/** The server sent a link in the place of a code, because codes of this identifier are under attack. */
export function LinkSentStep({ onBack }: { onBack: () => void }) {
  return (
    <div className="mt-5.5 grid gap-3.5">
      <p role="status">{t(authTexts.linkHint)}</p>
      <Button size="lg" isBlock onClick={onBack}>
        {t(authTexts.back)}
      </Button>
    </div>
  );
}
