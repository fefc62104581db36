import type { Member } from "@colbin/protocol";
import { toast } from "#web/design/overlay/toast.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";
import { memberTexts } from "./texts.ts";

/**
 * One after the other; a refusal does not stop the rest, and how many there were is said at the end. Rejects where nothing came of
 * it, as the last of them did.
 */
export async function actOnEach(
  members: readonly Member[],
  act: (member: Member) => Promise<unknown>,
): Promise<void> {
  let refusal: unknown;
  let count = 0;
  for (const member of members) {
    try {
      await act(member);
    } catch (cause) {
      refusal = cause;
      count += 1;
    }
  }
  if (count === 0) return;
  if (count === members.length) throw refusal;
  const title = t(memberTexts.someRefused, { n: count });
  toast({ title, description: errorText(refusal), variant: "destructive" });
}
