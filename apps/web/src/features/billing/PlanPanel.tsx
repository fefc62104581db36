import { ShieldCheck } from "lucide-react";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { billingTexts } from "./billing-texts.ts";

interface PlanPanelProps {
  title: string;
  text: string;
}

/** The plan of a server that its own operator runs. */
export function PlanPanel({ title, text }: PlanPanelProps) {
  return (
    <SettingsSection title={t(billingTexts.plan)}>
      <div className="flex items-center gap-3.5 px-4.5 py-4 max-pair:px-3.5">
        <span
          aria-hidden="true"
          data-mark=""
          className="grid size-10 flex-none place-items-center rounded-md bg-accent-soft text-accent-ink"
        >
          <ShieldCheck />
        </span>
        <div className="min-w-0">
          <p className="text-body font-strong">{title}</p>
          <p className="text-ink-muted">{text}</p>
        </div>
      </div>
    </SettingsSection>
  );
}
