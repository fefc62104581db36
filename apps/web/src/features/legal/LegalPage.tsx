import { Dove } from "#web/design/identity/Dove.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { instanceTexts } from "#web/features/instance/texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import type { LegalDocument } from "./legal-texts.ts";

/** Built in, for servers whose operator names no pages of their own. */
export function LegalPage({ document }: { document: LegalDocument }) {
  const { productName } = usePublicConfig();
  return (
    <main className="mx-auto min-h-dvh max-w-measure px-gutter py-10">
      <title>{t(instanceTexts.title, { document: t(document.title), product: productName })}</title>
      <a href="/" aria-label={t(instanceTexts.home, { product: productName })}>
        <Dove className="-ms-1.25 size-9 text-brand" />
      </a>
      <h1 className="mt-4 mb-2 text-xl font-strong tracking-title">{t(document.title)}</h1>
      <p className="text-read text-ink-muted">{t(document.lead, { product: productName })}</p>
      {document.sections.map(({ title, text }) => (
        <section key={title.message} className="mt-7">
          <h2 className="mb-1 text-lg font-strong tracking-title">{t(title)}</h2>
          <p className="text-read">{t(text)}</p>
        </section>
      ))}
    </main>
  );
}
