import { isLeadingLevel, type Document } from "@colbin/protocol";
import { useNavigate } from "react-router";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { toast } from "#web/design/overlay/toast.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { documentPath } from "#web/lib/routing/paths.ts";
import { actWords } from "./act-texts.ts";
import type { DocumentAct } from "./document-acts.ts";
import { documentReads } from "./document-reads.ts";
import { useNewDocument } from "./use-new-document.ts";

/** Acts that are done without a question. */
type QuietAct = Exclude<DocumentAct, "rename" | "move" | "share" | "remove">;

/** Does one of them; a refusal is told. */
export function useDocumentActs({ id, title, level }: Document): (act: QuietAct) => Promise<void> {
  const { create } = useNewDocument();
  const { act: lock } = useAct("lockDocument", documentReads);
  const { act: archive } = useAct("archiveDocument", documentReads);
  const { act: unarchive } = useAct("unarchiveDocument", documentReads);
  const { act: remove } = useAct("deleteDocument", documentReads);
  const { act: bringBack } = useAct("restoreDocument", documentReads);
  const { act: duplicate } = useAct("duplicateDocument", documentReads);
  const { act: offer } = useAct("setDocumentTemplate", documentReads);
  const navigate = useNavigate();
  const input = { params: { id } };

  async function copy(withChildren: boolean): Promise<void> {
    const made = await duplicate({ ...input, body: { withChildren } });
    await navigate(documentPath(made.id));
  }

  async function setTemplate(isTemplate: boolean): Promise<void> {
    await offer({ ...input, body: { isTemplate } });
    toast({ title: t(isTemplate ? actWords.offered : actWords.notOffered, { title }) });
  }

  async function restore(): Promise<void> {
    await bringBack(input);
    toast({ title: t(actWords.restored, { title }) });
  }

  async function trash(): Promise<void> {
    await remove(input);
    const undo = () => void tellFailure(actWords.failed, restore());
    toast({
      title: t(actWords.trashed, { title }),
      // Only those who lead it find it there.
      ...(isLeadingLevel(level) && { action: { label: t(actWords.undo), onClick: undo } }),
    });
  }

  const acts: Readonly<Record<QuietAct, () => Promise<unknown>>> = {
    inside: () => create(id),
    duplicate: () => copy(false),
    duplicateTree: () => copy(true),
    template: () => setTemplate(true),
    untemplate: () => setTemplate(false),
    lock: () => lock({ ...input, body: { isLocked: true } }),
    unlock: () => lock({ ...input, body: { isLocked: false } }),
    archive: () => archive(input),
    unarchive: () => unarchive(input),
    trash,
    restore,
  };
  return async (act) => {
    await tellFailure(actWords.failed, acts[act]());
    // The row of the document may have gone, and the focus with it.
    if (document.activeElement === document.body) document.getElementById("main")?.focus();
  };
}
