import { toApiError } from "@colbin/client";
import { FULL_NAME_MAX } from "@colbin/protocol";
import { use, useState } from "react";
import { Button } from "#web/design/Button.tsx";
import { Note } from "#web/design/Note.tsx";
import { TextField } from "#web/design/TextField.tsx";
import { SignInModal } from "#web/features/auth/SignInModal.tsx";
import { DevDeliveryBanner } from "#web/features/instance/DevDeliveryBanner.tsx";
import { loadPublicConfig } from "#web/features/instance/public-config.ts";
import { account } from "#web/lib/account.ts";
import { t } from "#web/lib/i18n.ts";
import { skipName } from "./name-question.ts";
import { userTexts } from "./texts.ts";

/** The last step of the first sign-in. Ends when there is a name, or none is wanted. */
export function NamePage({ userId }: { userId: string }) {
  const config = use(loadPublicConfig());
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const fullName = name.trim();

  async function save(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await account.users.update({ fullName });
      // Whoever is really called like an account without a name has answered, too.
      skipName(userId);
    } catch (cause) {
      setError(toApiError(cause).message);
      setBusy(false);
    }
  }

  return (
    <SignInModal
      productName={config.productName}
      termsUrl={config.termsUrl}
      privacyUrl={config.privacyUrl}
      banner={config.devDelivery && <DevDeliveryBanner />}
      lead={t(userTexts.nameLead)}
    >
      <form
        className="mt-5.5 grid gap-3.5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (fullName !== "" && !isBusy) void save();
        }}
      >
        {error !== undefined && <Note>{error}</Note>}
        <TextField
          label={t(userTexts.name)}
          size="lg"
          autoComplete="name"
          autoFocus
          dir="auto"
          maxLength={FULL_NAME_MAX}
          value={name}
          onChange={setName}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isBlock
          isBusy={isBusy}
          disabled={isBusy || fullName === ""}
        >
          {t(userTexts.nameContinue)}
        </Button>
        <Button
          variant="ghost"
          size="lg"
          isBlock
          className="-mt-2"
          onClick={() => skipName(userId)}
        >
          {t(userTexts.nameSkip)}
        </Button>
      </form>
    </SignInModal>
  );
}
