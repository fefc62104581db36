import { toApiError } from "@colbin/client";
import type { ReplyOf } from "@colbin/protocol";
import { useState, type ReactNode } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { OtpField } from "#web/design/form/OtpField.tsx";
import { FormFieldsContext, useSubmission } from "#web/design/form/use-submission.ts";
import { Dialog } from "#web/design/overlay/Dialog.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { elevationTexts } from "./elevation-texts.ts";
import { forgetElevation, keepElevation, readElevation } from "./elevation.ts";
import { otpProblem } from "./otp.ts";

interface ElevatedDialogProps {
  title: string;
  text: string;
  /** The text of the confirming button: the verb of the question. */
  verb: string;
  isDisabled: boolean;
  /** The act can be undone. */
  isHarmless?: boolean;
  /** Something else follows in the place of the dialog: its end is the caller's. */
  staysOpen?: boolean;
  /** The failed action in words, before the reason of a refusal. */
  failure?: string;
  /** Does it with the token of the elevation; rejects where it was refused. */
  onConfirm: (elevation: string) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

type Sent = Extract<ReplyOf<"revealAuth">, { sent: true }>;

/** Asks, has the person show by a code that it is still they, and does it (rules-identity 29, 30). */
export function ElevatedDialog(props: ElevatedDialogProps) {
  const { title, text, verb, isDisabled, isHarmless, staysOpen, onConfirm, onClose, children } =
    props;
  const [sent, setSent] = useState<Sent>();
  const [otp, setOtp] = useState("");

  async function askForCode(): Promise<void> {
    const reply = await account.call("revealAuth", { body: {} });
    if (!("sent" in reply)) return;
    setOtp(reply.otp ?? "");
    setSent(reply);
  }

  async function run(): Promise<void> {
    if (sent) {
      const reply = await account.call("revealAuth", { body: { otp } });
      if ("elevation" in reply) keepElevation(reply.elevation);
      setSent(undefined);
    }
    const token = readElevation();
    if (token === undefined) return askForCode();
    try {
      await onConfirm(token);
      if (!staysOpen) onClose();
    } catch (cause) {
      if (toApiError(cause).code !== "ELEVATION_REQUIRED") throw cause;
      forgetElevation();
      await askForCode();
    }
  }

  const { isBusy, message, fields, formProps } = useSubmission({ run, failure: props.failure });
  return (
    <Dialog
      title={title}
      text={sent ? t(elevationTexts.sent, { to: sent.to }) : text}
      isFixed={isBusy}
      onClose={onClose}
      form={formProps}
      foot={
        <>
          <Button aria-disabled={isBusy} onClick={() => !isBusy && onClose()}>
            {t(elevationTexts.cancel)}
          </Button>
          <Button
            type="submit"
            variant={isHarmless ? "primary" : "danger"}
            isBusy={isBusy}
            disabled={sent ? otpProblem(otp, sent.otpLength) !== undefined : isDisabled}
          >
            {verb}
          </Button>
        </>
      }
    >
      <FormFieldsContext value={fields}>
        {message !== undefined && <Note>{message}</Note>}
        {sent ? (
          <OtpField
            label={t(elevationTexts.code)}
            length={sent.otpLength}
            value={otp}
            onChange={setOtp}
            hint={t(elevationTexts.codeHint, { n: sent.otpLength })}
          />
        ) : (
          children
        )}
      </FormFieldsContext>
    </Dialog>
  );
}
