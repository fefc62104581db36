import { toApiError } from "@colbin/client";
import { toLinkIdentifier } from "@colbin/protocol";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { PasswordField } from "#web/design/form/PasswordField.tsx";
import { FormFieldsContext, useSubmission } from "#web/design/form/use-submission.ts";
import { Note } from "#web/design/page/Note.tsx";
import { DevDeliveryBanner } from "#web/features/instance/DevDeliveryBanner.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { identifierProblem } from "./identifier.ts";
import { leaveLinkPage, readLinkToken } from "./link-page.ts";
import { passwordTexts } from "./password-texts.ts";
import { SignInModal } from "./SignInModal.tsx";

type State = "asking" | "over" | "done";

/** `/signin/reset#token=`: sets a new password and signs in with it. */
export function ResetPasswordPage() {
  const config = usePublicConfig();
  const [token] = useState(readLinkToken);
  const [password, setPassword] = useState("");
  const identifier = toLinkIdentifier(token) ?? "";
  const isWhole = identifierProblem(identifier) === undefined;
  const [state, setState] = useState<State>("asking");

  async function run(): Promise<void> {
    try {
      await account.call("resetPassword", { body: { token, password } });
    } catch (cause) {
      if (toApiError(cause).code !== "OTP_EXPIRED") throw cause;
      return setState("over");
    }
    // The password counts from now on, even where signing in with it has to wait.
    setState("done");
    await account.auth.signIn({ identifier, password }).catch(() => undefined);
    if (account.session.getSnapshot().user) leaveLinkPage();
  }

  const { isBusy, message, fields, formProps } = useSubmission({
    run,
    failure: t(passwordTexts.resetFailed),
  });
  const lead = {
    asking: isWhole ? t(passwordTexts.resetLead, { identifier }) : t(passwordTexts.resetBroken),
    over: t(passwordTexts.resetOver),
    done: t(passwordTexts.resetDone),
  };
  return (
    <SignInModal
      productName={config.productName}
      termsUrl={config.termsUrl}
      privacyUrl={config.privacyUrl}
      banner={config.devDelivery && <DevDeliveryBanner />}
      lead={
        <span role="status" className="wrap-anywhere">
          {lead[state]}
        </span>
      }
    >
      {state === "asking" && isWhole && (
        <form className="mt-5.5 grid gap-3.5" {...formProps}>
          <FormFieldsContext value={fields}>
            {message !== undefined && <Note>{message}</Note>}
            {/* Password managers keep the new password under this name. */}
            <input type="hidden" name="username" autoComplete="username" value={identifier} />
            <PasswordField
              label={t(passwordTexts.newPassword)}
              size="lg"
              isNew
              autoFocus
              value={password}
              onChange={setPassword}
            />
            <Button
              type="submit"
              variant="primary"
              size="lg"
              isBlock
              isBusy={isBusy}
              disabled={password === ""}
            >
              {t(passwordTexts.resetVerb)}
            </Button>
          </FormFieldsContext>
        </form>
      )}
      <Button variant="ghost" size="lg" isBlock className="mt-1.5" onClick={leaveLinkPage}>
        {t(state === "done" ? passwordTexts.signIn : passwordTexts.back)}
      </Button>
    </SignInModal>
  );
}
