import { useEffect, useState } from "react";
import { TextButton } from "#web/design/TextButton.tsx";
import { t } from "#web/lib/i18n.ts";
import { authTexts } from "./texts.ts";

interface ResendCodeProps {
  /** The server sends no other code before. Mount it anew with each code. */
  afterMs: number;
  onResend: () => void;
}

export function ResendCode({ afterMs, onResend }: ResendCodeProps) {
  const [secondsLeft, setSecondsLeft] = useState(Math.ceil(afterMs / 1000));
  useEffect(() => {
    // Against the clock: a tab in the background is woken late.
    const end = Date.now() + afterMs;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setSecondsLeft(left);
      if (left === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [afterMs]);
  return (
    <p className="-mt-2 flex min-h-6 items-center justify-center gap-1 text-xs text-ink-subtle">
      {secondsLeft > 0 ? (
        t(authTexts.resendIn, { n: secondsLeft })
      ) : (
        <>
          {t(authTexts.resendQuestion)}{" "}
          <TextButton onClick={onResend}>{t(authTexts.resend)}</TextButton>
        </>
      )}
    </p>
  );
}
