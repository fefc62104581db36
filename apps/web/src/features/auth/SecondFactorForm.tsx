import { toApiError, type ApiError, type SecondFactorProof } from "@colbin/client";
import { LINK_TOKEN_MAX, type SecondFactorMethod } from "@colbin/protocol";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { OtpField } from "#web/design/form/OtpField.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormFieldsContext, useSubmission } from "#web/design/form/use-submission.ts";
import { Note } from "#web/design/page/Note.tsx";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { otpProblem, TOTP_LENGTH } from "./otp.ts";
import { showPasskey } from "./passkeys.ts";
import { secondFactorTexts } from "./second-factor-texts.ts";

interface SecondFactorFormProps {
  /** Names the first step. */
  token: string;
  way: SecondFactorMethod;
  /** The other ways that the person has here. */
  others: readonly SecondFactorMethod[];
  /** Rejects where it was refused. */
  onVerify: (proof: SecondFactorProof) => Promise<void>;
  /** The first step has to be made again. */
  onExpired: (reason: ApiError) => void;
  onChoose: (way: SecondFactorMethod) => void;
}

const choices: Readonly<Record<SecondFactorMethod, Text>> = {
  totp: secondFactorTexts.useTotp,
  passkey: secondFactorTexts.usePasskey,
  recoveryCode: secondFactorTexts.useRecoveryCode,
};

/** One way to show the second factor, and the way to the others. */
export function SecondFactorForm(props: SecondFactorFormProps) {
  const { token, way, others, onVerify, onExpired, onChoose } = props;
  const [value, setValue] = useState("");

  async function prove(): Promise<void> {
    if (way === "totp") return onVerify({ totp: value });
    if (way === "recoveryCode") return onVerify({ recoveryCode: value.trim() });
    await showPasskey({ token }, (passkey) => onVerify({ passkey }));
  }

  async function run(): Promise<void> {
    try {
      await prove();
    } catch (cause) {
      const error = toApiError(cause);
      if (error.code !== "SECOND_FACTOR_EXPIRED") throw cause;
      onExpired(error);
    }
  }

  const { isBusy, message, fields, formProps } = useSubmission({ run });
  return (
    <form className="mt-4 grid gap-3.5" {...formProps}>
      <FormFieldsContext value={fields}>
        {message !== undefined && <Note>{message}</Note>}
        {way === "totp" && (
          <OtpField
            label={t(secondFactorTexts.totp)}
            length={TOTP_LENGTH}
            value={value}
            onChange={setValue}
            hint={t(secondFactorTexts.totpHint, { n: TOTP_LENGTH })}
          />
        )}
        {way === "recoveryCode" && (
          <TextField
            label={t(secondFactorTexts.recoveryCode)}
            name="recoveryCode"
            size="lg"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            maxLength={LINK_TOKEN_MAX}
            value={value}
            onChange={setValue}
          />
        )}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isBlock
          isBusy={isBusy}
          disabled={!isFilled(way, value)}
          autoFocus={way === "passkey"}
        >
          {t(way === "passkey" ? secondFactorTexts.usePasskey : secondFactorTexts.signIn)}
        </Button>
      </FormFieldsContext>
      {others.length > 0 && (
        <p className="flex flex-wrap justify-center gap-x-5 gap-y-1 text-sm">
          {others.map((other) => (
            <TextButton key={other} onClick={() => isBusy || onChoose(other)}>
              {t(choices[other])}
            </TextButton>
          ))}
        </p>
      )}
    </form>
  );
}

function isFilled(way: SecondFactorMethod, value: string): boolean {
  if (way === "totp") return otpProblem(value, TOTP_LENGTH) === undefined;
  return way === "passkey" || value.trim() !== "";
}
