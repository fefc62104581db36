import type { ReactNode } from "react";
import { Picture } from "#web/design/identity/Picture.tsx";
import { account } from "#web/lib/api/account.ts";
import { useOrganizations } from "./use-organizations.ts";

/** The picture of the workspace where one is; its sign stands for it without one. */
export function WorkspaceMark({ children }: { children: ReactNode }) {
  const here = useOrganizations().data?.results.find(({ id }) => id === account.workspaceId());
  return (
    <Picture src={here?.avatar_url} className="size-full rounded-md object-cover">
      {children}
    </Picture>
  );
}
