import { t } from "#web/lib/language/i18n.ts";
import { typingTexts } from "./texts.ts";

/** One or two people by their first names; of more, the first and how many others (specification, section 9). */
export function typingText(names: readonly string[]): string {
  const [name, other] = names.map(firstName);
  if (name === undefined) return "";
  if (other === undefined) return t(typingTexts.one, { name });
  if (names.length === 2) return t(typingTexts.two, { name, other });
  return t(typingTexts.more, { name, n: names.length - 1 });
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}
