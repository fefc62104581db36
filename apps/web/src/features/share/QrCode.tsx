import { encodeQR } from "qr";
import { useMemo } from "react";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { saveFile } from "#web/lib/device/save-file.ts";
import { t } from "#web/lib/language/i18n.ts";
import { qrPath } from "./qr-path.ts";
import { shareTexts } from "./texts.ts";

interface QrCodeProps {
  text: string;
  /** Under which it is saved. */
  fileName: string;
}

/** Dark on light in both themes, or cameras fail. Drawn by `qr`: MIT or Apache-2.0, audited and kept up, and without dependencies. */
export function QrCode({ text, fileName }: QrCodeProps) {
  const { size, path } = useMemo(() => qrPath(encodeQR(text, "raw", { border: 2 })), [text]);
  return (
    <div className="grid justify-items-center gap-1.5 self-start">
      <svg
        role="img"
        aria-label={t(shareTexts.qr)}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="size-32 scheme-light rounded-md bg-raised text-ink inset-ring inset-ring-line-strong"
      >
        <path d={path} fill="currentColor" />
      </svg>
      <TextButton onClick={() => save(size, path, fileName)}>{t(shareTexts.saveQr)}</TextButton>
    </div>
  );
}

function save(size: number, path: string, name: string): void {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 16}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  saveFile(name, "image/svg+xml", picture);
}
