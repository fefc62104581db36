import type { CurrentUser, InvitationCard } from "@colbin/protocol";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { ButtonLink } from "#web/design/button/ButtonLink.tsx";
import { toast, toastNext } from "#web/design/overlay/toast.ts";
import { Note } from "#web/design/page/Note.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { account } from "#web/lib/api/account.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { Sentence } from "#web/lib/language/Sentence.tsx";
import { InvitationFacts, InvitationFactsRow } from "./InvitationFacts.tsx";
import { InvitationStage } from "./InvitationStage.tsx";
import { knownRefusal } from "./refusal-text.ts";
import { invitationTexts } from "./texts.ts";
import { enterWelcomed } from "./welcome.ts";

interface InvitationSheetProps {
  card: InvitationCard;
  code: string;
  /** The person who is signed in; undefined for nobody. */
  user: CurrentUser | undefined;
  onSignIn: () => void;
}

/** An invitation that counts, and what whoever looks at it can do. */
export function InvitationSheet({ card, code, user, onSignIn }: InvitationSheetProps) {
  const { organization, invitation } = card;
  const org = organization?.title ?? t(invitationTexts.noOrgName);
  return (
    <InvitationStage>
      <h1 className="text-xl font-strong tracking-title">
        {user ? t(invitationTexts.title) : t(invitationTexts.waiting, { org })}
      </h1>
      <p className="mt-1 text-balance text-ink-muted wrap-anywhere">
        {user ? (
          <Sentence
            text={invitationTexts.lead}
            values={{ inviter: invitation?.inviterName ?? "", org }}
            elements={{ b: <b /> }}
          />
        ) : (
          t(invitationTexts.login)
        )}
      </p>
      {invitation && <About invitation={invitation} />}
      {user ? (
        <Answer card={card} code={code} org={org} />
      ) : (
        <Button variant="primary" size="lg" isBlock className="mt-6" onClick={onSignIn}>
          {t(invitationTexts.logIn)}
        </Button>
      )}
      {user && <WhoAmI user={user} />}
    </InvitationStage>
  );
}

function About({ invitation }: { invitation: NonNullable<InvitationCard["invitation"]> }) {
  const { type, email, role, expiresAt } = invitation;
  return (
    <>
      <InvitationFacts>
        <InvitationFactsRow name={t(invitationTexts.role)}>{role.toLowerCase()}</InvitationFactsRow>
        {email?.includes("@") && (
          <InvitationFactsRow name={t(invitationTexts.sentTo)}>{email}</InvitationFactsRow>
        )}
        <InvitationFactsRow name={t(invitationTexts.validUntil)}>
          {formatDate(new Date(expiresAt), "dayAndYear")}
        </InvitationFactsRow>
      </InvitationFacts>
      <p className="mt-4 text-start text-ink-muted">{t(invitationTexts.access)}</p>
      {type === "LINK" && (
        <p className="mt-3 text-start text-xs text-ink-subtle">{t(invitationTexts.open)}</p>
      )}
    </>
  );
}

interface AnswerProps {
  card: InvitationCard;
  code: string;
  org: string;
}

function Answer({ card, code, org }: AnswerProps) {
  const [busy, setBusy] = useState<"accept" | "decline">();
  const [problem, setProblem] = useState(card.canAccept ? undefined : card.message);

  /** Leads away by a full page load. */
  async function answer(by: "accept" | "decline", act: () => Promise<void>, failed: Text) {
    setBusy(by);
    setProblem(undefined);
    try {
      await act();
    } catch (cause) {
      const message = errorText(cause);
      const known = knownRefusal(message);
      setProblem(known);
      if (known === undefined)
        toast({ title: t(failed), description: message, variant: "destructive" });
      setBusy(undefined);
    }
  }

  async function accept(): Promise<void> {
    const { message } = await account.workspaces.accept(code);
    enterWelcomed({ org, message });
  }

  async function decline(): Promise<void> {
    await account.call("declineInvitation", { body: { inviteCode: code } });
    const description = t(invitationTexts.declinedText);
    toastNext({ title: t(invitationTexts.declinedTitle), description });
    window.location.assign("/");
  }

  return (
    <>
      {problem !== undefined && (
        <div className="mt-4 text-start">
          <Note>{problem}</Note>
        </div>
      )}
      <div className="mt-6 grid grid-cols-2 gap-2">
        <Button
          size="lg"
          isBlock
          isBusy={busy === "decline"}
          onClick={() => void answer("decline", decline, invitationTexts.declineFailed)}
        >
          {t(invitationTexts.decline)}
        </Button>
        <Button
          variant="primary"
          size="lg"
          isBlock
          isBusy={busy === "accept"}
          disabled={!card.canAccept}
          onClick={() => void answer("accept", accept, invitationTexts.acceptFailed)}
        >
          {t(invitationTexts.accept)}
        </Button>
      </div>
      {!card.canAccept && (
        <div className="mt-2 grid">
          <ButtonLink href="/">{t(invitationTexts.errorHome)}</ButtonLink>
        </div>
      )}
    </>
  );
}

/** With the account in full where somebody tries the product out (rules-identity 13). */
function WhoAmI({ user }: { user: CurrentUser }) {
  const { devDelivery } = usePublicConfig();
  const name = t(invitationTexts.signedInAs, { name: user.email ?? user.fullName });
  const look = "mt-4 text-xs text-ink-subtle wrap-anywhere";
  if (!devDelivery) return <p className={look}>{name}</p>;
  return (
    <details className={look}>
      <summary className="cursor-pointer">{name}</summary>
      <pre className="mt-2 text-start whitespace-pre-wrap">{JSON.stringify(user, null, 2)}</pre>
    </details>
  );
}
