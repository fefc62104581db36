import type { ReplyOf } from "@colbin/protocol";
import { t } from "#web/lib/language/i18n.ts";
import { billingTexts } from "./billing-texts.ts";
import { CountRow } from "./CountRow.tsx";
import { StorageRow } from "./StorageRow.tsx";

/** The use that an organization makes of its server. */
export function UsageRows({ members, guests, messages, storage }: ReplyOf<"getUsage">) {
  return (
    <>
      <CountRow title={t(billingTexts.members)} count={members} />
      <CountRow title={t(billingTexts.guests)} count={guests} />
      <CountRow title={t(billingTexts.sent)} hint={t(billingTexts.sentHint)} count={messages} />
      <StorageRow {...storage} />
    </>
  );
}
