import type { DocumentId } from "@colbin/protocol";
import { useId, type ReactNode } from "react";
import { Link } from "#web/design/button/Link.tsx";
import { documentPath } from "#web/lib/routing/paths.ts";
import { DocumentIcon } from "./DocumentIcon.tsx";

interface OtherDocumentsProps {
  title: string;
  documents: readonly {
    readonly id: DocumentId;
    readonly title: string;
    readonly icon: string | null;
  }[];
  /** Behind the links. */
  children?: ReactNode;
}

/** Other documents that belong to the one of the page, below its text. */
export function OtherDocuments({ title, documents, children }: OtherDocumentsProps) {
  const headingId = useId();
  return (
    <nav aria-labelledby={headingId} className="mt-10 border-t border-line pt-4">
      <h2 id={headingId} className="mb-1 font-strong text-ink-muted">
        {title}
      </h2>
      <ul>
        {documents.map((each) => (
          <li key={each.id}>
            <Link
              to={documentPath(each.id)}
              className="flex min-h-11 items-center gap-2 rounded-sm px-1.5 hover:bg-hover"
            >
              <DocumentIcon icon={each.icon} />
              <bdi className="min-w-0 wrap-anywhere">{each.title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      {children}
    </nav>
  );
}
