import { SettingsPage } from "#web/features/settings/SettingsPage.tsx";
import { settingsTexts } from "#web/features/settings/texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { ConnectedSection } from "./ConnectedSection.tsx";
import { ContactSection } from "./ContactSection.tsx";
import { EventsSection } from "./EventsSection.tsx";
import { FactorsSection } from "./FactorsSection.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { SessionsSection } from "./SessionsSection.tsx";

/** `/settings/security` */
export function SecurityPage() {
  return (
    <SettingsPage title={t(settingsTexts.security)}>
      <SessionsSection />
      <ContactSection />
      <FactorsSection />
      <PasswordSection />
      <ConnectedSection />
      <EventsSection />
    </SettingsPage>
  );
}
