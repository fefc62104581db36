import type { CallOf, WorkspaceId } from "@colbin/protocol";
import { toast } from "#web/design/overlay/toast.ts";
import { account } from "#web/lib/api/account.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { saveFile } from "#web/lib/device/save-file.ts";
import { t } from "#web/lib/language/i18n.ts";
import { auditTexts } from "./texts.ts";

/** Saves the events as a table. The browser cannot fetch it by an address: that carries no token. */
export async function exportAudit(
  orgId: WorkspaceId,
  query: CallOf<"exportAudit">["query"],
): Promise<void> {
  try {
    const text = await account.call("exportAudit", { params: { orgId }, query });
    saveFile(t(auditTexts.fileName), "text/csv", text);
  } catch (cause) {
    const description = errorText(cause);
    toast({ title: t(auditTexts.exportFailed), description, variant: "destructive" });
  }
}
