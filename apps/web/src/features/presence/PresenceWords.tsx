import { t } from "#web/lib/language/i18n.ts";
import { presenceTexts } from "./texts.ts";
import { usePerson } from "./use-person.ts";

/** The dot beside somebody's name for those who do not see it. */
export function PresenceWords({ id }: { id: string }) {
  const person = usePerson(id);
  return person && <span className="sr-only">{t(presenceTexts[person.presence])}</span>;
}
