import { FULL_NAME_MAX } from "@colbin/protocol";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { ButtonLink } from "#web/design/button/ButtonLink.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormFieldsContext, useSubmission } from "#web/design/form/use-submission.ts";
import { Note } from "#web/design/page/Note.tsx";
import { Spinner } from "#web/design/page/Spinner.tsx";
import { SignInModal } from "#web/features/auth/SignInModal.tsx";
import { SignInPage } from "#web/features/auth/SignInPage.tsx";
import { DevDeliveryBanner } from "#web/features/instance/DevDeliveryBanner.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { account } from "#web/lib/api/account.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { queryClient } from "#web/lib/api/queries.ts";
import { t } from "#web/lib/language/i18n.ts";
import { GuestStage } from "./GuestStage.tsx";
import { guestTexts } from "./texts.ts";

function readCode(): string {
  return new URLSearchParams(window.location.search).get("guest") ?? "";
}

/** `/chat/{slug}?guest=`: where the link leads, and a name to come under; who has an account signs in instead. */
export function GuestPage() {
  const [guestCode] = useState(readCode);
  const [isSigningIn, setSigningIn] = useState(false);
  const { data, error, refetch } = useQuery(
    {
      queryKey: ["validateGuestLink", guestCode],
      enabled: guestCode !== "",
      queryFn: () => account.call("validateGuestLink", { body: { guestCode } }),
    },
    queryClient,
  );
  if (isSigningIn) return <SignInPage />;
  const onAccount = () => setSigningIn(true);
  if (error || guestCode === "")
    return (
      <GuestStage
        title={t(guestTexts.invalid)}
        text={error ? errorText(error) : ""}
        onRetry={error && isPassing(error) ? () => void refetch() : undefined}
      >
        <ButtonLink href="/">{t(guestTexts.toSignIn)}</ButtonLink>
      </GuestStage>
    );
  if (!data)
    return (
      <main className="grid h-dvh place-content-center place-items-center gap-3 text-ink-muted">
        <Spinner className="size-6" />
        <h1 role="status">{t(guestTexts.looking)}</h1>
      </main>
    );
  return <NameForm link={data} guestCode={guestCode} onAccount={onAccount} />;
}

/** A link that is refused once is refused the next time as well. */
function isPassing(error: Error): boolean {
  const { status } = error as Error & { readonly status?: number };
  return status !== 403 && status !== 404;
}

interface NameFormProps {
  link: {
    readonly roomName: string;
    readonly organizationName: string | null;
    readonly accessLevel: string;
  };
  guestCode: string;
  onAccount: () => void;
}

/** Ends when the session begins: whoever shows this page shows the room then. */
function NameForm({ link, guestCode, onAccount }: NameFormProps) {
  const config = usePublicConfig();
  const [name, setName] = useState("");
  const displayName = name.trim();
  const { isBusy, message, fields, formProps } = useSubmission({
    run: async () => {
      if (displayName === "") return;
      await account.auth.enterAsGuest({ displayName, guestCode });
    },
  });
  const { roomName: room, organizationName: organization, accessLevel } = link;
  const lead = organization
    ? t(guestTexts.leadOf, { room, organization })
    : t(guestTexts.lead, { room });
  return (
    <SignInModal
      productName={config.productName}
      termsUrl={config.termsUrl}
      privacyUrl={config.privacyUrl}
      banner={config.devDelivery && <DevDeliveryBanner />}
      lead={accessLevel === "WRITE" ? lead : `${lead} ${t(guestTexts.readOnly)}`}
    >
      <form {...formProps} className="mt-5.5 grid gap-3.5">
        {message !== undefined && <Note>{message}</Note>}
        <FormFieldsContext value={fields}>
          <TextField
            label={t(guestTexts.name)}
            hint={t(guestTexts.nameHint)}
            size="lg"
            name="displayName"
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
          disabled={displayName === ""}
        >
          {t(guestTexts.enter)}
        </Button>
        <Button variant="ghost" size="lg" isBlock className="-mt-2" onClick={onAccount}>
          {t(guestTexts.account)}
        </Button>
      </form>
    </SignInModal>
  );
}
