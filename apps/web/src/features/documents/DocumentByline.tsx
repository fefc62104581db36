import type { Document } from "@colbin/protocol";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { DocumentWhen } from "./DocumentWhen.tsx";
import { editorTexts } from "./editor-texts.ts";

/** Below the title: who began the document, and who changed it last. */
export function DocumentByline({ document }: { document: Document }) {
  const { createdBy, updatedBy, updatedAt } = document;
  return (
    <p className="mt-3 mb-6.5 flex flex-wrap items-center gap-x-2 text-ink-subtle max-pair:mb-4 print:hidden">
      <PersonAvatar id={createdBy.id} name={createdBy.fullName} size="xs" />
      <bdi>{createdBy.fullName}</bdi>
      <span aria-hidden="true">·</span>
      <DocumentWhen
        at={updatedAt}
        toText={(when) => t(editorTexts.edited, { when, name: updatedBy.fullName })}
      />
    </p>
  );
}
