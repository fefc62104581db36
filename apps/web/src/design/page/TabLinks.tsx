import { useMatch, useResolvedPath } from "react-router";
import { Link } from "#web/design/button/Link.tsx";
import { ScrollRegion } from "./ScrollRegion.tsx";
import { tabLook } from "./tab-look.ts";

interface TabLink {
  readonly to: string;
  readonly label: string;
  readonly count?: number | undefined;
}

interface TabLinksProps {
  label: string;
  tabs: readonly TabLink[];
}

/** Pages that belong together, each at its own address. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <nav aria-label={label} className="flex-none border-b border-line">
      <ScrollRegion className="px-gutter">
        <ul className="flex gap-5">
          {tabs.map((tab) => (
            <li key={tab.to}>
              <PageTab {...tab} />
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </nav>
  );
}

function PageTab({ to, label, count }: TabLink) {
  const isCurrent = useMatch(useResolvedPath(to).pathname) !== null;
  return (
    <Link to={to} aria-current={isCurrent ? "page" : undefined} className={tabLook}>
      {label}
      {count !== undefined && <span className="text-ink-subtle tabular-nums">{count}</span>}
    </Link>
  );
}
