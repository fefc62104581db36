import type { Document } from "@colbin/protocol";
import { RequestCard } from "#web/features/access-requests/RequestCard.tsx";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { askTexts } from "./ask-texts.ts";

/** Requests of people to those who lead a document, with the answers; nothing where nobody asks. */
export function DocumentRequests({ document }: { document: Document }) {
  const { data } = useCall("listDocumentRequests", { params: { id: document.id }, query: {} });
  if (!data || data.results.length === 0) return null;
  return (
    <section aria-labelledby="document-requests">
      <h3 id="document-requests" className="text-md font-strong">
        {t(askTexts.requests)}
      </h3>
      <ul className="-mx-5 divide-y divide-line">
        {data.results.map((request) => (
          <RequestCard key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}
