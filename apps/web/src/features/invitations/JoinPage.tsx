import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { ButtonLink } from "#web/design/button/ButtonLink.tsx";
import { Spinner } from "#web/design/page/Spinner.tsx";
import { SignInPage } from "#web/features/auth/SignInPage.tsx";
import { account } from "#web/lib/api/account.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { queryClient } from "#web/lib/api/queries.ts";
import { forgetInvitation, keepInvitation } from "#web/lib/device/pending-invitation.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { InvitationSheet } from "./InvitationSheet.tsx";
import { InvitationStage } from "./InvitationStage.tsx";
import { refusalText } from "./refusal-text.ts";
import { invitationTexts } from "./texts.ts";
import { UnverifiedInvitation } from "./UnverifiedInvitation.tsx";

/** The fields of the address: the code, and a stranger's words beside it (rules-identity 75). */
function readAddress() {
  const query = new URLSearchParams(window.location.search);
  const read = (name: string) => query.get(name) ?? "";
  return { code: read("code"), org: read("org"), email: read("email") };
}

/** `/invite/join?code=`: what the invitation is for, whoever looks; then the sign-in where it is needed, and back. */
export function JoinPage() {
  const user = useStore(account.session, (session) => session.user);
  const [{ code, org, email }] = useState(readAddress);
  const [isSigningIn, setSigningIn] = useState(false);
  useEffect(() => {
    if (user) forgetInvitation();
  }, [user]);
  const { data, error, refetch } = useQuery(
    {
      queryKey: [user?.id, "validateInvitation", code],
      enabled: code !== "",
      queryFn: async () => {
        const token = user ? { accessToken: await account.tokens.ensureValid() } : {};
        return account.call("validateInvitation", { params: { code } }, token);
      },
    },
    queryClient,
  );
  if (isSigningIn && !user) return <SignInPage />;
  if (code === "") return <Invalid text={t(invitationTexts.missingCode)} />;
  if (error) {
    const problem = errorText(error);
    const onRetry = () => void refetch();
    if (org === "" && email === "") return <Invalid text={problem} onRetry={onRetry} />;
    return <UnverifiedInvitation org={org} email={email} problem={problem} onRetry={onRetry} />;
  }
  if (!data) return <Verifying />;
  if (!data.valid) return <Invalid text={refusalText(data.message)} />;
  return (
    // The sheet of a person who comes back from the sign-in begins anew, with the acts that are theirs.
    <InvitationSheet
      key={user?.id}
      card={data}
      code={code}
      user={user ?? undefined}
      onSignIn={() => {
        keepInvitation(code);
        setSigningIn(true);
      }}
    />
  );
}

function Verifying() {
  return (
    <InvitationStage>
      <Spinner className="mx-auto size-6 text-ink-subtle" />
      <h1 className="sr-only">{t(invitationTexts.title)}</h1>
      <p role="status" className="mt-3 text-ink-muted">
        {t(invitationTexts.loading)}
      </p>
    </InvitationStage>
  );
}

interface InvalidProps {
  text: string;
  /** Where it may be another matter in a moment. */
  onRetry?: () => void;
}

function Invalid({ text, onRetry }: InvalidProps) {
  return (
    <InvitationStage>
      <h1 className="text-xl font-strong tracking-title">{t(invitationTexts.errorTitle)}</h1>
      <p role="alert" className="mt-1 mb-6 text-ink-muted">
        {text}
      </p>
      {onRetry && (
        <Button size="lg" isBlock className="mb-2" onClick={onRetry}>
          {t(invitationTexts.retry)}
        </Button>
      )}
      <ButtonLink href="/">{t(invitationTexts.errorHome)}</ButtonLink>
    </InvitationStage>
  );
}
