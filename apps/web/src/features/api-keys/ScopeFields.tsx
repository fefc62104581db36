import { apiKeyAreas } from "@colbin/protocol";
import { Segmented } from "#web/design/form/Segmented.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { areaTexts, scopeTexts } from "./scope-texts.ts";
import { scopeLevels, type ScopeChoice } from "./scopes.ts";

interface ScopeFieldsProps {
  choice: ScopeChoice;
  onChange: (choice: ScopeChoice) => void;
}

/** For each area how far the key reaches. */
export function ScopeFields({ choice, onChange }: ScopeFieldsProps) {
  const options = scopeLevels.map((value) => ({ value, label: t(scopeTexts[value]) }));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{t(scopeTexts.scopes)}</legend>
      <div
        data-surface=""
        className="divide-y divide-line rounded-md inset-ring inset-ring-line-strong"
      >
        {apiKeyAreas.map((area) => {
          const { title, hint } = areaTexts[area];
          return (
            <div
              key={area}
              className="flex items-center justify-between gap-x-3 gap-y-1.5 py-1.5 ps-3 pe-2 max-pair:flex-wrap max-pair:py-2.5 max-pair:ps-2"
            >
              <span className="min-w-0">
                <span className="block font-medium">{t(title)}</span>
                <span className="block text-xs text-ink-subtle">{t(hint)}</span>
              </span>
              <Segmented
                label={t(title)}
                options={options}
                value={choice[area]}
                onChange={(level) => onChange({ ...choice, [area]: level })}
              />
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
