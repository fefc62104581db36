import type { Notification, WorkspaceId } from "@colbin/protocol";
import { workspaceTexts } from "#web/features/workspaces/texts.ts";
import { useOrganizations } from "#web/features/workspaces/use-organizations.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { PERSONAL, type LinkedWorkspace } from "#web/lib/routing/paths.ts";

interface Workspace {
  readonly name: string;
  readonly picture: string | null;
  /** As links name it. */
  readonly linked: LinkedWorkspace;
  /** The person works there now. */
  readonly isHere: boolean;
}

/** The workspace of a notification; undefined for the account, and until the workspaces are known. */
export function useWorkspace(id: WorkspaceId | null): Workspace | undefined {
  const organizations = useOrganizations().data?.results;
  if (id === null || !organizations) return undefined;
  const found = organizations.find((each) => each.id === id);
  return {
    name: found?.title ?? t(workspaceTexts.personal),
    picture: found?.avatar_url ?? null,
    linked: found?.id ?? PERSONAL,
    isHere: id === account.workspaceId(),
  };
}

/** The page of a notification: of a room or a file elsewhere by way of its workspace. Null where there is nothing to open. */
export function pathOf(
  { url, workspaceId }: Notification,
  at: Workspace | undefined,
): string | null {
  const isOfAccount = workspaceId === null || url?.startsWith("/settings");
  if (url === null || isOfAccount || workspaceId === account.workspaceId()) return url;
  const [path = "", query] = url.split("?");
  const params = new URLSearchParams(query);
  params.set("org", at?.linked ?? workspaceId);
  return `${path}?${params.toString()}`;
}
