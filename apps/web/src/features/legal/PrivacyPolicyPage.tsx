import { LegalPage } from "./LegalPage.tsx";
import { privacy } from "./legal-texts.ts";

export function PrivacyPolicyPage() {
  return <LegalPage document={privacy} />;
}
