import { GENERAL_ROOM_SLUG, type InvitationCard } from "@colbin/protocol";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Button } from "#web/design/Button.tsx";
import { ButtonLink } from "#web/design/ButtonLink.tsx";
import { Note } from "#web/design/Note.tsx";
import { Spinner } from "#web/design/Spinner.tsx";
import { SignInPage } from "#web/features/auth/SignInPage.tsx";
import { account } from "#web/lib/account.ts";
import { formatDate } from "#web/lib/dates.ts";
import { errorText } from "#web/lib/error-text.ts";
import { t } from "#web/lib/i18n.ts";
import { queryClient } from "#web/lib/queries.ts";
import { roomPath } from "#web/lib/room-path.ts";
import { Sentence } from "#web/lib/Sentence.tsx";
import { useStore } from "#web/lib/use-store.ts";
import { invitationTexts } from "./texts.ts";

/** `/invite/join?code=`: what the invitation is for, whoever looks; then the sign-in where it is needed, and back. */
export function JoinPage() {
  const user = useStore(account.session, (session) => session.user);
  const [code] = useState(() => new URLSearchParams(window.location.search).get("code") ?? "");
  const [isSigningIn, setSigningIn] = useState(false);
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
  if (error) return <Invalid text={errorText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Verifying />;
  if (!data.valid) return <Invalid text={refusalText(data.message)} />;
  return (
    <Card card={data} code={code} userName={user?.fullName} onSignIn={() => setSigningIn(true)} />
  );
}

/** The page's own sentence for what the server says (specification, section 8): it has no code where it only looks. */
function refusalText(message: string | undefined): string {
  if (message === undefined) return t(invitationTexts.invalid);
  if (message.includes("expired")) return t(invitationTexts.expired);
  if (message.includes("already")) return t(invitationTexts.used);
  return message.includes("not found") ? t(invitationTexts.notFound) : message;
}

function Stage({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <section className="w-full max-w-100 rounded-xl bg-raised px-8 py-8 text-center shadow-dialog max-pair:px-5.5">
        {children}
      </section>
    </main>
  );
}

function Verifying() {
  return (
    <Stage>
      <Spinner className="mx-auto size-6 text-ink-subtle" />
      <h1 className="sr-only">{t(invitationTexts.title)}</h1>
      <p role="status" className="mt-3 text-ink-muted">
        {t(invitationTexts.loading)}
      </p>
    </Stage>
  );
}

function Invalid({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <Stage>
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
    </Stage>
  );
}

interface CardProps {
  card: InvitationCard;
  code: string;
  /** Who is signed in; undefined for nobody. */
  userName: string | undefined;
  onSignIn: () => void;
}

function Card({ card, code, userName, onSignIn }: CardProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState(card.message);
  const { organization, invitation } = card;
  const org = organization?.title ?? "";
  const isSignedIn = userName !== undefined;

  async function accept(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await account.workspaces.accept(code);
      window.location.assign(roomPath(GENERAL_ROOM_SLUG));
    } catch (cause) {
      setProblem(`${t(invitationTexts.acceptFailed)}: ${refusalText(errorText(cause))}`);
      setBusy(false);
    }
  }

  return (
    <Stage>
      <h1 className="text-xl font-strong tracking-title">
        {isSignedIn ? t(invitationTexts.title) : t(invitationTexts.waiting, { org })}
      </h1>
      <p className="mt-1 text-balance text-ink-muted wrap-anywhere">
        {isSignedIn ? (
          <Sentence
            text={invitationTexts.lead}
            values={{ inviter: invitation?.inviterName ?? "", org }}
            elements={{ b: <b /> }}
          />
        ) : (
          t(invitationTexts.login)
        )}
      </p>
      <Facts card={card} />
      {problem !== undefined && (
        <div className="mt-4 text-start">
          <Note>{problem}</Note>
        </div>
      )}
      <div className={isSignedIn ? "mt-6 grid grid-cols-2 gap-2" : "mt-6"}>
        {isSignedIn ? (
          <>
            <Button size="lg" isBlock onClick={() => window.location.assign("/")}>
              {t(invitationTexts.decline)}
            </Button>
            <Button
              variant="primary"
              size="lg"
              isBlock
              isBusy={isBusy}
              disabled={!card.canAccept}
              onClick={() => void accept()}
            >
              {t(invitationTexts.accept)}
            </Button>
          </>
        ) : (
          <Button variant="primary" size="lg" isBlock onClick={onSignIn}>
            {t(invitationTexts.logIn)}
          </Button>
        )}
      </div>
      {isSignedIn && (
        <p className="mt-4 text-xs text-ink-subtle wrap-anywhere">
          {t(invitationTexts.signedInAs, { name: userName })}
        </p>
      )}
    </Stage>
  );
}

function Facts({ card: { invitation } }: Pick<CardProps, "card">) {
  return (
    <>
      {invitation && (
        <dl className="mt-5 grid gap-1.5 text-start">
          <Fact name={t(invitationTexts.role)}>{invitation.role.toLowerCase()}</Fact>
          <Fact name={t(invitationTexts.validUntil)}>
            {formatDate(new Date(invitation.expiresAt), "dayAndYear")}
          </Fact>
        </dl>
      )}
      <p className="mt-4 text-start text-ink-muted">{t(invitationTexts.access)}</p>
      {invitation?.email === null && (
        <p className="mt-3 text-start text-xs text-ink-subtle">{t(invitationTexts.open)}</p>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-subtle">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
