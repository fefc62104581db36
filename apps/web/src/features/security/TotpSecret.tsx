import { encodeQR } from "qr";
import { useMemo } from "react";
import { qrPath } from "#web/features/share/qr-path.ts";
import { t } from "#web/lib/language/i18n.ts";
import { CopyButton } from "#web/design/form/CopyButton.tsx";
import { factorDialogTexts } from "./factor-dialog-texts.ts";

interface TotpSecretProps {
  /** In base32. */
  secret: string;
  /** The same as apps read it. */
  uri: string;
}

/** For the camera of the phone with the app, and for the person who types it. Dark on light in both themes, or cameras fail. */
export function TotpSecret({ secret, uri }: TotpSecretProps) {
  const { size, path } = useMemo(() => qrPath(encodeQR(uri, "raw", { border: 2 })), [uri]);
  return (
    <div className="flex items-center gap-5 max-pair:flex-col">
      <svg
        role="img"
        aria-label={t(factorDialogTexts.qr)}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="size-44 flex-none scheme-light rounded-md bg-raised text-ink inset-ring inset-ring-line-strong"
      >
        <path d={path} fill="currentColor" />
      </svg>
      <div className="grid min-w-0 justify-items-start gap-2">
        <p className="text-ink-muted">{t(factorDialogTexts.secret)}</p>
        <p dir="ltr" className="font-mono">
          {toGroups(secret)}
        </p>
        <CopyButton text={secret} />
      </div>
    </div>
  );
}

/** Four by four, so that nobody loses their place. */
function toGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? "";
}
