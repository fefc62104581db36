import type { Reaction } from "@colbin/protocol";
import { t } from "#web/lib/language/i18n.ts";
import { reactionTexts } from "./texts.ts";

/** So many people are named. */
export const NAMED = 3;

/** Up to three names, then how many more (specification, section 9). */
export function reactionNames({ userNames, count }: Pick<Reaction, "userNames" | "count">): string {
  const [one = "", two = "", three = ""] = userNames;
  if (count > 3) return t(reactionTexts.more, { one, two, three, n: count - 3 });
  if (count === 3) return t(reactionTexts.three, { one, two, three });
  return count === 2 ? t(reactionTexts.two, { one, two }) : t(reactionTexts.one, { one });
}
