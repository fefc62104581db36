import { LegalPage } from "./LegalPage.tsx";
import { privacy } from "./legal-texts.ts";

export function PrivacyPage() {
  return <LegalPage document={privacy} />;
}
