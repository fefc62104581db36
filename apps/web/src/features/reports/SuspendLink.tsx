import { isLeading, type WorkspaceId } from "@colbin/protocol";
import { Link } from "#web/design/button/Link.tsx";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { activeWorkspace, linkedOrganization, organizationPath } from "#web/lib/routing/paths.ts";
import { reportTexts } from "./report-texts.ts";

/** To the members of the organization, for people who lead it: there its members are suspended. */
export function SuspendLink() {
  const orgId = linkedOrganization(activeWorkspace());
  return orgId && <LinkOf orgId={orgId} />;
}

function LinkOf({ orgId }: { orgId: WorkspaceId }) {
  const { data } = useCall("getOrganization", { params: { orgId } });
  if (!data?.role || !isLeading(data.role)) return null;
  return (
    <Link
      to={organizationPath(orgId, "members")}
      className="px-1.5 font-medium text-accent-ink hover:underline"
    >
      {t(reportTexts.suspend)}
    </Link>
  );
}
