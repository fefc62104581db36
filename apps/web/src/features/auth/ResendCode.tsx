import { useEffect, useState } from "react";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { Sentence } from "#web/lib/language/Sentence.tsx";
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
    <p className="-mt-2 min-h-6 text-center text-xs leading-6 text-ink-subtle">
      {secondsLeft > 0 ? (
        t(authTexts.resendIn, { n: secondsLeft })
      ) : (
        <Sentence text={authTexts.resend} elements={{ send: <TextButton onClick={onResend} /> }} />
      )}
    </p>
  );
}
