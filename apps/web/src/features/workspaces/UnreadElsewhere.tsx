import { badgeText } from "#web/design/identity/badge-text.ts";
import { Badge } from "#web/design/identity/Badge.tsx";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { lateWorkspaceTexts } from "./late-workspace-texts.ts";
import { useOrganizations } from "./use-organizations.ts";

/** How much is unread in the workspaces where one is not; nothing where all is read. */
export function UnreadElsewhere() {
  const { data } = useOrganizations();
  const here = account.workspaceId();
  const organizations = data?.results ?? [];
  const isPersonal = organizations.every(({ id }) => id !== here);
  const totals = organizations.flatMap(({ id, unread }) => (unread && id !== here ? [unread] : []));
  if (data?.personal && !isPersonal) totals.push(data.personal);
  const count = totals.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
  if (count === 0) return null;
  const isMention = totals.some(({ mentionCount }) => mentionCount > 0);
  const label = t(lateWorkspaceTexts.elsewhere, { count: badgeText(count) });
  return <Badge count={count} label={label} isMention={isMention} />;
}
