import type { CallOf, WorkspaceId } from "@colbin/protocol";
import { toast } from "#web/design/overlay/toast.ts";
import { account } from "#web/lib/api/account.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";
import { auditTexts } from "./texts.ts";

/** Saves the events as a table. The browser cannot fetch it by an address: that carries no token. */
export async function exportAudit(
  orgId: WorkspaceId,
  query: CallOf<"exportAudit">["query"],
): Promise<void> {
  try {
    const text = await account.call("exportAudit", { params: { orgId }, query });
    const href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    const link = Object.assign(document.createElement("a"), {
      href,
      download: t(auditTexts.fileName),
    });
    link.click();
    URL.revokeObjectURL(href);
  } catch (cause) {
    const description = errorText(cause);
    toast({ title: t(auditTexts.exportFailed), description, variant: "destructive" });
  }
}
