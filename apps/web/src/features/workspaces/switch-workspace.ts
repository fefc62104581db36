import type { WorkspaceId } from "@colbin/protocol";
import { toast } from "#web/design/toast.ts";
import { account } from "#web/lib/account.ts";
import { errorText } from "#web/lib/error-text.ts";
import { t } from "#web/lib/i18n.ts";
import { workspaceTexts } from "./texts.ts";

/** Works in an organization, or with null in Personal, from now on. Where that cannot be, it says why, and answers false. */
export function switchWorkspace(orgId: WorkspaceId | null): Promise<boolean> {
  return enter(() => account.workspaces.switchTo(orgId));
}

/** The same of an organization that is open to the person's address. */
export function joinWorkspace(orgId: WorkspaceId): Promise<boolean> {
  return enter(() => account.workspaces.join(orgId));
}

async function enter(move: () => Promise<unknown>): Promise<boolean> {
  try {
    await move();
    return true;
  } catch (cause) {
    const description = errorText(cause);
    toast({ title: t(workspaceTexts.switchFailed), description, variant: "destructive" });
    return false;
  }
}
