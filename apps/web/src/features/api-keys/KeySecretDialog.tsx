import type { ApiKey } from "@colbin/protocol";
import { TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { Dialog } from "#web/design/overlay/Dialog.tsx";
import { CopyButton } from "#web/design/form/CopyButton.tsx";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { CallCode } from "./CallCode.tsx";
import { firstCallOf, toCurl } from "./first-call.ts";
import { keyDialogTexts } from "./key-dialog-texts.ts";

interface KeySecretDialogProps {
  apiKey: ApiKey;
  secret: string;
  onClose: () => void;
}

/** The secret is shown this once, so nothing but the word of the person closes it. */
export function KeySecretDialog({ apiKey, secret, onClose }: KeySecretDialogProps) {
  const { name, scopes, expiresAt } = apiKey;
  const [isCopied, setCopied] = useState(false);
  const id = useId();
  const date = formatDate(new Date(expiresAt), "date");
  return (
    <Dialog
      title={t(keyDialogTexts.secretTitle, { name })}
      text={t(keyDialogTexts.secretText)}
      isFixed
      onClose={onClose}
      foot={
        <>
          <span className="flex min-w-0 flex-1 items-center gap-2 text-ink-muted">
            <input
              id={id}
              type="checkbox"
              checked={isCopied}
              onChange={(event) => setCopied(event.target.checked)}
              className="size-4 flex-none cursor-pointer accent-accent"
            />
            <label htmlFor={id} className="cursor-pointer py-1 coarse:py-3">
              {t(keyDialogTexts.copied)}
            </label>
          </span>
          <Button variant="primary" disabled={!isCopied} onClick={onClose}>
            {t(keyDialogTexts.done)}
          </Button>
        </>
      }
    >
      <div
        role="group"
        aria-label={t(keyDialogTexts.secret)}
        className="flex min-w-0 items-center justify-between gap-2 rounded-md bg-sunken py-2 ps-3 pe-2 inset-ring inset-ring-line-strong"
      >
        <code dir="ltr" className="min-w-0 font-mono text-sm leading-5 wrap-anywhere">
          {secret}
        </code>
        <CopyButton text={secret} />
      </div>
      <p className="flex gap-2.25 rounded-md bg-warning-soft px-3 py-2.25 text-warning-ink inset-ring inset-ring-warning-line">
        <TriangleAlert className="mt-px flex-none" aria-hidden="true" />
        <span className="min-w-0">{t(keyDialogTexts.warning, { date })}</span>
      </p>
      <CallCode
        title={t(keyDialogTexts.tryIt)}
        text={toCurl(window.location.origin, firstCallOf(scopes), secret)}
      />
    </Dialog>
  );
}
