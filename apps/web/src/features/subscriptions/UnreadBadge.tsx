import { badgeText } from "#web/design/identity/badge-text.ts";
import { Badge } from "#web/design/identity/Badge.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { subscriptionTexts } from "./texts.ts";

/** How many mention the person, else how many are unread; nothing where there are none. */
export function UnreadBadge({ unread, mentions = 0 }: { unread: number; mentions?: number }) {
  if (mentions > 0) {
    const label = t(subscriptionTexts.mentions, { n: mentions, count: badgeText(mentions) });
    return <Badge count={mentions} label={label} isMention />;
  }
  if (unread === 0) return null;
  return <Badge count={unread} label={t(subscriptionTexts.unread, { count: badgeText(unread) })} />;
}
