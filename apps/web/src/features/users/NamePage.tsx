import { FULL_NAME_MAX } from "@colbin/protocol";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormFieldsContext, useSubmission } from "#web/design/form/use-submission.ts";
import { Note } from "#web/design/page/Note.tsx";
import { SignInModal } from "#web/features/auth/SignInModal.tsx";
import { DevDeliveryBanner } from "#web/features/instance/DevDeliveryBanner.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { account } from "#web/lib/api/account.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { skipName } from "./name-question.ts";
import { lateUserTexts } from "./late-user-texts.ts";

/** The last step of the first sign-in. Ends when there is a name, or none is wanted. */
export function NamePage({ userId }: { userId: string }) {
  const config = usePublicConfig();
  const [name, setName] = useState("");
  const { act } = useAct("updateMe");
  const fullName = name.trim();
  const { isBusy, message, fields, formProps } = useSubmission({
    run: async () => {
      if (fullName === "") return;
      account.tokens.setUser(await act({ body: { fullName } }));
      // A person who is really called like an account without a name has answered, too.
      skipName(userId);
    },
  });

  return (
    <SignInModal
      productName={config.productName}
      termsUrl={config.termsUrl}
      privacyUrl={config.privacyUrl}
      banner={config.devDelivery && <DevDeliveryBanner />}
      lead={t(lateUserTexts.nameLead)}
    >
      <form {...formProps} className="mt-5.5 grid gap-3.5">
        {message !== undefined && <Note>{message}</Note>}
        <FormFieldsContext value={fields}>
          <TextField
            label={t(lateUserTexts.name)}
            size="lg"
            name="fullName"
            autoComplete="name"
            autoFocus
            dir="auto"
            maxLength={FULL_NAME_MAX}
            value={name}
            onChange={setName}
          />
        </FormFieldsContext>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isBlock
          isBusy={isBusy}
          disabled={fullName === ""}
        >
          {t(lateUserTexts.nameContinue)}
        </Button>
        <Button
          variant="ghost"
          size="lg"
          isBlock
          className="-mt-2"
          onClick={() => skipName(userId)}
        >
          {t(lateUserTexts.nameSkip)}
        </Button>
      </form>
    </SignInModal>
  );
}
