import { createStore } from "@colbin/client";
import type { WorkspaceId } from "@colbin/protocol";
import { toast } from "#web/design/overlay/toast.ts";
import { account } from "#web/lib/api/account.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { workspaceTexts } from "./texts.ts";

/** So long the indicator stays (specification, section 4: organization switch). */
const INDICATOR_MS = 500;

/** How many switches are under way, or have just been. */
export const switches = createStore(0);

/** Works in an organization, or with null in Personal, from now on. Where that cannot be, it says why, and answers false. */
export function switchWorkspace(orgId: WorkspaceId | null): Promise<boolean> {
  const failure = orgId === null ? workspaceTexts.personalFailed : workspaceTexts.orgFailed;
  return enter(() => account.workspaces.switchTo(orgId), failure);
}

/** The same of an organization that is open to the person's address. */
export function joinWorkspace(orgId: WorkspaceId): Promise<boolean> {
  return enter(() => account.workspaces.join(orgId), workspaceTexts.orgFailed);
}

async function enter(move: () => Promise<unknown>, failure: Text): Promise<boolean> {
  switches.update((count) => count + 1);
  try {
    await move();
    return true;
  } catch (cause) {
    const hasToken = account.tokens.storedToken !== undefined;
    const description = hasToken ? errorText(cause) : t(workspaceTexts.noToken);
    toast({ title: t(failure), description, variant: "destructive" });
    return false;
  } finally {
    setTimeout(() => switches.update((count) => count - 1), INDICATOR_MS);
  }
}
