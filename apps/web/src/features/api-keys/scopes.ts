import { apiKeyAreas, hasScope, type ApiKeyArea, type ApiKeyScope } from "@colbin/protocol";
import { t } from "#web/lib/language/i18n.ts";
import { areaTexts, scopeTexts } from "./scope-texts.ts";

/** How far a key reaches within one area; to write contains to read. */
export const scopeLevels = ["none", "read", "write"] as const;
type ScopeLevel = (typeof scopeLevels)[number];
export type ScopeChoice = Readonly<Record<ApiKeyArea, ScopeLevel>>;

/** Enough for the first call, and for nothing that others see. */
export const firstChoice: ScopeChoice = {
  rooms: "read",
  messages: "none",
  files: "none",
  members: "none",
};

export function toScopes(choice: ScopeChoice): ApiKeyScope[] {
  return apiKeyAreas.flatMap((area) => {
    const level = choice[area];
    return level === "none" ? [] : [`${area}:${level}` as const];
  });
}

/** The scopes as a person reads them, one text for each area. */
export function scopeWords(scopes: readonly ApiKeyScope[]): string[] {
  return apiKeyAreas
    .filter((area) => hasScope(scopes, `${area}:read`))
    .map((area) =>
      t(scopes.includes(`${area}:write`) ? scopeTexts.mayWrite : scopeTexts.mayRead, {
        area: t(areaTexts[area].title),
      }),
    );
}
