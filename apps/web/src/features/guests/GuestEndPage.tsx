import { useState } from "react";
import { ButtonLink } from "#web/design/button/ButtonLink.tsx";
import { CopyField } from "#web/design/form/CopyField.tsx";
import { listDrafts } from "#web/lib/device/drafts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { GuestStage } from "./GuestStage.tsx";
import { guestTexts } from "./texts.ts";

/**
 * A guest is out: they left, their time is over, or somebody closed the link. The page asks nothing more of the server. Their
 * drafts can be copied.
 */
export function GuestEndPage() {
  const [drafts] = useState(listDrafts);
  return (
    <GuestStage title={t(guestTexts.ended)} text={t(guestTexts.endedText)}>
      {drafts.length > 0 && (
        <div className="mb-6 text-start">
          <CopyField label={t(guestTexts.unsent)} value={drafts.join("\n\n")} />
        </div>
      )}
      <ButtonLink href="/">{t(guestTexts.toSignIn)}</ButtonLink>
    </GuestStage>
  );
}
