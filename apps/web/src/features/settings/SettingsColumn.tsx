import type { ReactNode } from "react";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";

/** Sections below each other, no wider than one reads. */
export function SettingsColumn({ children }: { children: ReactNode }) {
  return (
    <ScrollRegion className="min-h-0 flex-1 px-gutter pt-5 pb-8 max-pair:px-3 max-pair:pt-4 max-pair:pb-10">
      <div className="mx-auto grid max-w-180 gap-8">{children}</div>
    </ScrollRegion>
  );
}
