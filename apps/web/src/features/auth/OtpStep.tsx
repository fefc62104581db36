import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { OtpField } from "#web/design/form/OtpField.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { otpProblem } from "./otp.ts";
import { ResendCode } from "./ResendCode.tsx";
import { authTexts } from "./texts.ts";

interface OtpStepProps {
  length: number;
  /** Given by a server that shows codes instead of sending them. */
  prefilled: string | undefined;
  error: string | undefined;
  isBusy: boolean;
  resendAfterMs: number;
  onResend: () => void;
  onVerify: (otp: string) => void;
  onBack: () => void;
}

export function OtpStep(props: OtpStepProps) {
  const { length, prefilled, error, isBusy, resendAfterMs, onResend, onVerify, onBack } = props;
  const [otp, setOtp] = useState(prefilled ?? "");
  const problem = otpProblem(otp, length);
  return (
    <form
      className="mt-5.5 grid gap-3.5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!problem && !isBusy) onVerify(otp);
      }}
    >
      {error !== undefined && <Note>{error}</Note>}
      <OtpField
        label={t(authTexts.otp)}
        length={length}
        value={otp}
        onChange={setOtp}
        hint={t(authTexts.otpHint, { n: length })}
        error={
          otp.length >= length && problem
            ? t(problem === "length" ? authTexts.otpLength : authTexts.otpDigits, { n: length })
            : undefined
        }
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isBlock
        isBusy={isBusy}
        disabled={problem !== undefined}
      >
        {t(authTexts.verify)}
      </Button>
      <Button variant="ghost" size="lg" isBlock className="-mt-2" onClick={onBack}>
        {t(authTexts.back)}
      </Button>
      <ResendCode afterMs={resendAfterMs} onResend={onResend} />
    </form>
  );
}
