import { Button } from "#web/design/button/Button.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { Sentence } from "#web/lib/language/Sentence.tsx";
import { InvitationFacts, InvitationFactsRow } from "./InvitationFacts.tsx";
import { InvitationStage } from "./InvitationStage.tsx";
import { invitationTexts } from "./texts.ts";

interface UnverifiedInvitationProps {
  /** As they stand in the address. */
  org: string;
  email: string;
  problem: string;
  onRetry: () => void;
}

/** Links of this product name the organization by its id, which says nothing to a person. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The text of the link, while the server cannot be asked: a stranger's, on which nothing can be accepted (rules-identity 75). */
export function UnverifiedInvitation({ org, email, problem, onRetry }: UnverifiedInvitationProps) {
  const name = org === "" || ID.test(org) ? t(invitationTexts.noOrgName) : org;
  return (
    <InvitationStage>
      <h1 className="text-xl font-strong tracking-title">{t(invitationTexts.title)}</h1>
      <p className="mt-1 text-balance text-ink-muted wrap-anywhere">
        <Sentence
          text={invitationTexts.unverifiedLead}
          values={{ org: name }}
          elements={{ b: <b /> }}
        />
      </p>
      {email.includes("@") && (
        <InvitationFacts>
          <InvitationFactsRow name={t(invitationTexts.sentTo)}>{email}</InvitationFactsRow>
        </InvitationFacts>
      )}
      <div className="mt-4 text-start">
        <Note>{t(invitationTexts.unverified, { problem })}</Note>
      </div>
      <div className="mt-6 grid grid-cols-2 gap-2">
        <Button size="lg" isBlock onClick={onRetry}>
          {t(invitationTexts.retry)}
        </Button>
        <Button variant="primary" size="lg" isBlock disabled>
          {t(invitationTexts.accept)}
        </Button>
      </div>
    </InvitationStage>
  );
}
