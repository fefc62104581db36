import { ButtonLink } from "#web/design/ButtonLink.tsx";
import { t } from "#web/lib/i18n.ts";
import { GuestStage } from "./GuestStage.tsx";
import { guestTexts } from "./texts.ts";

/** A guest is out: they left, their time is over, or somebody closed the link. The page asks nothing more of the server. */
export function GuestEndPage() {
  return (
    <GuestStage title={t(guestTexts.ended)} text={t(guestTexts.endedText)}>
      <ButtonLink href="/">{t(guestTexts.toSignIn)}</ButtonLink>
    </GuestStage>
  );
}
