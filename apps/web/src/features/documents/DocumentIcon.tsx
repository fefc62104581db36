import type { Document } from "@colbin/protocol";
import { FileText } from "lucide-react";

/** The sign that the document was given, else that of all documents. */
export function DocumentIcon({ icon }: Pick<Document, "icon">) {
  if (icon === null) return <FileText className="text-ink-subtle" aria-hidden="true" />;
  return (
    <span aria-hidden="true" className="w-4 flex-none text-center font-emoji">
      {icon}
    </span>
  );
}
