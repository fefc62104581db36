import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { PageLink } from "#web/design/button/PageLink.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { BROWSE_PATH } from "#web/lib/routing/paths.ts";
import { gateTexts } from "./gate-texts.ts";

interface GateCardProps {
  icon: LucideIcon;
  title: string;
  text: string;
  /** Names and what they are. */
  facts?: readonly (readonly [string, ReactNode])[];
  children?: ReactNode;
  /** The buttons of its foot. */
  acts?: ReactNode;
}

/** A card in the middle of the sheet: why one is not in, and what can be done about it. */
export function GateCard({ icon: Icon, title, text, facts = [], children, acts }: GateCardProps) {
  return (
    <div className="scroll-area grid min-h-0 flex-1 grid-cols-[minmax(0,27.5rem)] content-center justify-center p-6 max-pair:content-start max-pair:px-3 max-pair:py-4">
      <section
        aria-labelledby="gate"
        data-surface=""
        className="rounded-xl bg-raised px-7 pt-6.5 pb-6 shadow-card max-pair:px-4.5 max-pair:py-5"
      >
        <span
          data-mark=""
          className="mb-3.5 grid size-12 place-items-center rounded-lg bg-hover text-ink-muted"
        >
          <Icon aria-hidden="true" />
        </span>
        <h2 id="gate" className="text-lg font-strong tracking-title wrap-anywhere" dir="auto">
          {title}
        </h2>
        <p className="text-md text-ink-muted wrap-anywhere">{text}</p>
        {facts.length > 0 && (
          <dl className="my-4 divide-y divide-line border-y border-line">
            {facts.map(([name, value]) => (
              <div key={name} className="flex justify-between gap-4 py-2.25">
                <dt className="flex-none text-ink-muted">{name}</dt>
                <dd className="min-w-0 wrap-anywhere" dir="auto">
                  {value}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {children}
        <div className="mt-4.5 flex flex-wrap items-center justify-between gap-2">
          <PageLink variant="ghost" className="-ms-3" to={BROWSE_PATH}>
            {t(gateTexts.back)}
          </PageLink>
          <div className="flex gap-2">{acts}</div>
        </div>
      </section>
    </div>
  );
}
