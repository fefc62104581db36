import type { AuditEntry } from "@colbin/protocol";
import { t } from "#web/lib/i18n.ts";
import { kindTexts } from "./texts.ts";

/** What happened; a server newer than this page says it in its own words. */
export function kindText({ kind }: Pick<AuditEntry, "kind">): string {
  const text = kindTexts[kind];
  return text ? t(text) : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}
