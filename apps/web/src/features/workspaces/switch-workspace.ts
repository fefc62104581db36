import type { WorkspaceId } from "@colbin/protocol";
import { toast } from "#web/design/toast.ts";
import { account } from "#web/lib/account.ts";
import { errorText } from "#web/lib/error-text.ts";
import { t } from "#web/lib/i18n.ts";
import { workspaceTexts } from "./texts.ts";

/** Works in an organization, or with null in Personal, from now on. Where that cannot be, it says why, and answers false. */
export async function switchWorkspace(orgId: WorkspaceId | null): Promise<boolean> {
  try {
    await account.workspaces.switchTo(orgId);
    return true;
  } catch (cause) {
    const description = errorText(cause);
    toast({ title: t(workspaceTexts.switchFailed), description, variant: "destructive" });
    return false;
  }
}
