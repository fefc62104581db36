import type { CurrentUser, ReplyOf } from "@colbin/protocol";
import { Check } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { Chip } from "#web/design/form/Chip.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { useRenewedMe } from "#web/features/settings/use-renewed-me.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { contactTexts } from "./contact-texts.ts";

const ChangeContactDialog = lazyPart(
  () => import("./ChangeContactDialog.tsx"),
  "ChangeContactDialog",
);
const VerifyEmailDialog = lazyPart(() => import("./VerifyEmailDialog.tsx"), "VerifyEmailDialog");

type Sent = NonNullable<ReplyOf<"sendVerificationEmail">["sent"]>;

/** The addresses by which the person signs in (rules-identity 25, 44). */
export function ContactSection() {
  useRenewedMe();
  const user = useStore(account.session, (session) => session.user);
  return user && <OwnContacts user={user} />;
}

function OwnContacts({ user }: { user: CurrentUser }) {
  const { hasPhones } = usePublicConfig();
  const [changed, setChanged] = useState<"email" | "phone">();
  const [sent, setSent] = useState<Sent>();
  const { email, phone, isEmailVerified } = user;

  async function verify(): Promise<void> {
    const reply = await account.call("sendVerificationEmail", {});
    if (reply.sent) setSent(reply.sent);
    else await account.users.me();
  }

  return (
    <SettingsSection title={t(contactTexts.title)}>
      <SettingRow
        title={email === null ? t(contactTexts.noEmail) : <bdi>{email}</bdi>}
        hint={email === null ? undefined : <Verified isVerified={isEmailVerified} />}
      >
        <span className="flex flex-none gap-2 max-pair:w-full max-pair:[&>button]:flex-1">
          {email !== null && !isEmailVerified && (
            <Button onClick={() => void tellFailure(contactTexts.sendFailed, verify())}>
              {t(contactTexts.verify)}
            </Button>
          )}
          <Button onClick={() => setChanged("email")}>
            {t(email === null ? contactTexts.addEmail : contactTexts.changeEmail)}
          </Button>
        </span>
      </SettingRow>
      {(hasPhones || phone !== null) && (
        <SettingRow
          title={phone === null ? t(contactTexts.noPhone) : <bdi>{phone}</bdi>}
          hint={phone === null ? undefined : <Verified isVerified={user.isPhoneNumberVerified} />}
        >
          <Button onClick={() => setChanged("phone")}>
            {t(phone === null ? contactTexts.addPhone : contactTexts.changePhone)}
          </Button>
        </SettingRow>
      )}
      {changed && (
        <ChangeContactDialog
          kind={changed}
          isFirst={user[changed] === null}
          onClose={() => setChanged(undefined)}
        />
      )}
      {sent && <VerifyEmailDialog sent={sent} onClose={() => setSent(undefined)} />}
    </SettingsSection>
  );
}

function Verified({ isVerified }: { isVerified: boolean }) {
  return isVerified ? (
    <Chip tone="success" icon={Check}>
      {t(contactTexts.verified)}
    </Chip>
  ) : (
    <Chip tone="warning">{t(contactTexts.unverified)}</Chip>
  );
}
