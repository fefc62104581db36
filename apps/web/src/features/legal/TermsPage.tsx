import { LegalPage } from "./LegalPage.tsx";
import { terms } from "./legal-texts.ts";

export function TermsPage() {
  return <LegalPage document={terms} />;
}
